import { decodeList } from "../wallet/decodeList.ts"
import { readMember } from "../wallet/readMember.ts"
import { decodeBytes } from "./decodeBytes.ts"

/** Returns a member of one output. A feature with several inputs returns a list with one output per input. */
export const getOutput = (answer: unknown, name: string, at = 0): unknown =>
  readMember(decodeList(answer, at + 1)?.[at], name)

/** Returns a member of one output as bytes: at most `most` of them. */
export const getOutputBytes = (answer: unknown, name: string, most: number, at = 0): Uint8Array | null =>
  decodeBytes(getOutput(answer, name, at), most)
