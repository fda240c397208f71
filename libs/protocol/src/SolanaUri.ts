import { formatAmount } from "./Amount.ts"
import { isValidAddress } from "./ChainAddress.ts"

/** The transfer that a `solana:` link requests. */
export interface SolanaUri {
  readonly recipient: string
  /** A decimal number of whole tokens. Absent where the payer chooses the amount. */
  readonly amount?: string
  /** The mint of the token. Absent for the native currency. */
  readonly token?: string
}

/**
 * Parses a `solana:` link of a transfer; other parameters are texts for the payer. Returns `null` for any other link,
 * and for a repeated or malformed parameter. Source: Solana Pay.
 */
export const parseSolanaUri = (uri: string): SolanaUri | null => {
  const [, recipient = "", query = ""] = /^solana:([^:?#]+)(?:\?([^#]*))?$/is.exec(uri) ?? []
  if (!isValidAddress("solana", recipient)) return null
  const parameters = new URLSearchParams(query)
  const [amounts, tokens] = [parameters.getAll("amount"), parameters.getAll("spl-token")]
  const [amount] = amounts
  const [token] = tokens
  if (amounts.length > 1 || (amount !== undefined && !/^\d+(\.\d+)?$/.test(amount))) return null
  if (tokens.length > 1 || (token !== undefined && !isValidAddress("solana", token))) return null
  return { recipient, ...(amount !== undefined && { amount }), ...(token !== undefined && { token }) }
}

/** Formats a request for a transfer of a token, or of the native currency if it is `null`. Source: Solana Pay. */
export const formatSolanaUri = ({
  amount,
  recipient,
  token,
}: {
  readonly recipient: string
  /** `address` is its mint. */
  readonly token: { readonly address: string | null; readonly decimals: number }
  /** Base units of the token. */
  readonly amount: bigint
}): string =>
  `solana:${recipient}?amount=${formatAmount(amount, token.decimals)}${
    token.address === null ? "" : `&spl-token=${token.address}`
  }`
