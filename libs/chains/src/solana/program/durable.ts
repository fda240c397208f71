import { byteReader } from "../wire/ByteReader.ts"
import type { Message } from "../wire/Message.ts"
import { programs } from "./programs.ts"

/** Whether it names no block that grows old, but a number that stands on the chain: it may land at any time. Source: Solana, durable nonces. */
export const isDurable = ({ accounts, instructions }: Message): boolean => {
  const [first] = instructions
  return (
    first !== undefined &&
    accounts[first.program] === programs.system &&
    first.data.length >= 4 &&
    byteReader(first.data).u32() === 4
  )
}
