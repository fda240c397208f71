import { makeByteReader } from "../wire/ByteReader.ts"
import type { SolanaMessage } from "../wire/SolanaMessage.ts"
import { programs } from "./programs.ts"

/**
 * Returns `true` if the message uses a stored nonce in place of a blockhash: it may land at any time. Source: Solana,
 * durable nonces.
 */
export const usesDurableNonce = ({ accounts, instructions }: SolanaMessage): boolean => {
  const [first] = instructions
  return (
    first !== undefined &&
    accounts[first.program] === programs.system &&
    first.data.length >= 4 &&
    makeByteReader(first.data).u32() === 4
  )
}
