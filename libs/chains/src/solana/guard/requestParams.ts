import { readMessageParams, readTransactionParams, readTransactionsParams } from "./transactionParams.ts"

/** Which accounts the wallet shares with the dApp. */
type IsShared = (address: string) => boolean

/** A dApp's transaction. `wire` is base64. */
interface Requested {
  readonly transaction: { readonly wire: string }
}

// Their types name no type of Solana Kit: its declarations need those of Node, which a host has not installed.

/** Reads the params of `solana_signMessage`. Throws as `readTransactionParams` does. */
export const readSolanaMessage: (params: unknown, isShared: IsShared) => { readonly message: Uint8Array } =
  readMessageParams

/** Reads the params of `solana_signTransaction`. Throws as `readTransactionParams` does. */
export const readSolanaTransaction: (params: unknown, isShared: IsShared) => Requested = readTransactionParams

/** Reads the params of `solana_signAllTransactions`. Throws as `readTransactionParams` does. */
export const readSolanaTransactions: (
  params: unknown,
  isShared: IsShared,
  most: number,
) => readonly Requested[] = readTransactionsParams
