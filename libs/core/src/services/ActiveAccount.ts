import { type CaipAddress, type Network, SubscriptionRef } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import { followState } from "../effects/followState.ts"
import type { EngineServices } from "./EngineServices.ts"

/** The account and network that the UI shows. */
export interface ActiveAccount {
  readonly account: CaipAddress
  /** Plain. */
  readonly address: string
  readonly network: Network
  /** True if the network is a configured one. An unsupported network receives no requests. */
  readonly known: boolean
}

type ActiveAccountDeps = Pick<EngineServices, "account" | "networks">

/** Returns the current account; `null` without a connection. */
export const getActiveAccount = ({ account, networks }: ActiveAccountDeps): ActiveAccount | null => {
  const state = SubscriptionRef.getUnsafe(account.state)
  if (state === null) return null
  const { caipAddress, address, network: id } = state
  const configured = networks.configured.find(({ caipNetworkId }) => caipNetworkId === id)
  if (configured !== undefined) return { account: caipAddress, address, network: configured, known: true }
  const { network } = SubscriptionRef.getUnsafe(networks.shown)
  return network.caipNetworkId === id ? { account: caipAddress, address, network, known: false } : null
}

/** Returns whether data that was read for `holder` may still be shown. */
export const isActiveAccount = (deps: ActiveAccountDeps, holder: ActiveAccount): boolean =>
  getActiveAccount(deps)?.account === holder.account

/** Emits the shown account, and again when account or network changes or the connection ends. Ends with the scope. */
export const watchActiveAccount = (
  deps: ActiveAccountDeps,
  tell: (holder: ActiveAccount | null) => Effect.Effect<void>,
): Effect.Effect<void, never, Scope.Scope> =>
  Effect.gen(function* () {
    let told: CaipAddress | null | undefined
    const follow = Effect.suspend(() => {
      const holder = getActiveAccount(deps)
      const account = holder?.account ?? null
      if (account === told) return Effect.void
      told = account
      return tell(holder)
    })
    yield* follow
    yield* followState(deps.account.state, () => follow)
  })
