import { listFrom } from "../wallet/readList.ts"
import { member } from "../wallet/thrown.ts"
import { bytesFrom } from "./readBytes.ts"

/** What features of several inputs answer is a list, an output for each input: a member of one of them. */
export const outputOf = (answer: unknown, name: string, at = 0): unknown =>
  member(listFrom(answer, at + 1)?.[at], name)

/** The same, where it is bytes: at most `most` of them. */
export const bytesOf = (answer: unknown, name: string, most: number, at = 0): Uint8Array | null =>
  bytesFrom(outputOf(answer, name, at), most)
