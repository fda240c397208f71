import { randomBytes } from "node:crypto"

/** 256 bits that nobody can know before: hex. What is drawn so differs from run to run, and shows in no log. */
export const randomToken = (): string => randomBytes(32).toString("hex")
