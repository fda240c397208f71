import { sha256 } from "@noble/hashes/sha2.js"
import { hex } from "@scure/base"
import type { Explained } from "../contract/Explanation.ts"
import { unknown } from "../explained/unknown.ts"

/** What nobody here can read. `sends` where it would move something. */
export const unread = (text: string, sends: boolean): Explained => ({
  calls: [{ ...unknown, digest: digestOf(text) }],
  dangers: [{ _tag: "Blind" }, ...(sends ? [{ _tag: "Untried" } as const] : [])],
  trial: sends ? { _tag: "Unavailable" } : null,
})

const digestOf = (text: string): string => `0x${hex.encode(sha256(new TextEncoder().encode(text)))}`
