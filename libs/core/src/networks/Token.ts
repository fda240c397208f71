import type { CaipNetworkId } from "@wmodal/protocol"

/** A token that can be held and sent. */
export interface Token {
  readonly network: CaipNetworkId
  /** Plain address of its contract; `null` for the native currency. */
  readonly address: string | null
  /** Sanitized and bounded: token names are arbitrary. */
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** `https:` or `data:image` only. */
  readonly icon: string | null
}
