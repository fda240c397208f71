import type { Hex } from "@wmodal/chains/internal"

/** A token that the wallet's owner told it of: it tells amounts of it in words, and counts it among the assets. */
export interface DevToken {
  /** `null` is the network's own currency, for its name, price and picture. */
  readonly address: Hex | null
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** US dollars for one, for display only; 0 where absent. */
  readonly price?: number
  readonly iconUrl?: string
}

/** The token of that address; `undefined` where the wallet knows of none. */
export const tokenAt = (tokens: readonly DevToken[], address: Hex | null): DevToken | undefined =>
  tokens.find((token) => token.address?.toLowerCase() === address?.toLowerCase())
