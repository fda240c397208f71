import type { CaipAddress, CaipNetworkId, SubscriptionRef } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { Problem } from "../problems/Problem.ts"

/** The native currency of the active account. */
export type NativeBalance =
  | { readonly _tag: "Loading" }
  /**
   * `value` in base units of `decimals`; `text` rounded down to 3 decimals, without the symbol. A `stale` one could
   * not be refreshed and must be shown as old.
   */
  | {
      readonly _tag: "Loaded"
      readonly value: bigint
      readonly decimals: number
      readonly symbol: string
      readonly text: string
      readonly stale: boolean
    }
  | { readonly _tag: "Failed"; readonly problem: Problem }

/** The connected account as the UI shows it. */
export interface AccountState {
  readonly caipAddress: CaipAddress
  /** Checksummed. */
  readonly address: string
  readonly network: CaipNetworkId
  readonly balance: NativeBalance
  /** From the identity endpoint, if one is configured. */
  readonly profileName: string | null
  /** `https:` or `data:image` only. */
  readonly profileImage: string | null
  readonly explorerUrl: string | null
}

/** The active account's address, native balance and profile. */
export interface Account {
  /** `null` while nothing is connected. */
  readonly state: SubscriptionRef.SubscriptionRef<AccountState | null>
  /** Refreshes the balance. */
  readonly refresh: Effect.Effect<void>
  /** Reads name and image again where they are not cached. */
  readonly refreshProfile: Effect.Effect<void>
}
