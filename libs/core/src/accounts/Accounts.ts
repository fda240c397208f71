import type { CaipAddress, Namespace, SubscriptionRef } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { EngineError } from "../problems/EngineError.ts"

/** EVM: a key's own, or a contract's. Bitcoin: `payment` for payments, `ordinal` for inscriptions on UTXOs. */
export type AccountType = "eoa" | "smartAccount" | "payment" | "ordinal"

/** An account that a connected wallet shares. */
export interface AccountEntry {
  readonly account: CaipAddress
  readonly namespace: Namespace
  /** Plain, checksummed. */
  readonly address: string
  readonly type: AccountType
  readonly selected: boolean
  /** `null` until known. */
  readonly name: string | null
}

/** The accounts of every connected wallet. */
export interface Accounts {
  readonly entries: SubscriptionRef.SubscriptionRef<readonly AccountEntry[]>
  /** Selects an account, as long as the wallet shares it. Fails for an account that the wallet does not share. */
  readonly select: (account: CaipAddress) => Effect.Effect<void, EngineError>
}
