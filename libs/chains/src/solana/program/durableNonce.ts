import { containsBytes } from "@solana/kit"
import { getAdvanceNonceAccountDiscriminatorBytes } from "@solana-program/system"
import type { SolanaMessage } from "../wire/SolanaMessage.ts"
import { programs } from "./programs.ts"

/**
 * Returns `true` if the message uses a stored nonce in place of a blockhash: it may land at any time. The library expects
 * three accounts and no further bytes, which networks do not. Source: Solana, durable nonces.
 */
export const usesDurableNonce = ({ instructions: [first], staticAccounts }: SolanaMessage): boolean =>
  first?.data !== undefined &&
  staticAccounts[first.programAddressIndex] === programs.system &&
  containsBytes(first.data, getAdvanceNonceAccountDiscriminatorBytes(), 0)
