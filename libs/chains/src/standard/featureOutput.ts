import { decodeList } from "../wallet/decodeList.ts"
import { readMember } from "../wallet/walletErrors.ts"
import { decodeBytes } from "./decodeBytes.ts"

/** What features of several inputs answer is a list, an output for each input: a member of one of them. */
export const getOutput = (answer: unknown, name: string, at = 0): unknown =>
  readMember(decodeList(answer, at + 1)?.[at], name)

/** The same, where it is bytes: at most `most` of them. */
export const getOutputBytes = (answer: unknown, name: string, most: number, at = 0): Uint8Array | null =>
  decodeBytes(getOutput(answer, name, at), most)
