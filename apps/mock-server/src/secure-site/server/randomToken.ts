import { randomBytes } from "node:crypto"

/** Returns 256 unpredictable bits as hex. They differ between runs and appear in no log. */
export const randomToken = (): string => randomBytes(32).toString("hex")
