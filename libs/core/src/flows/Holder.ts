import type { CaipAddress, Network } from "@wmodal/protocol"
import { Effect, type Scope, Stream, SubscriptionRef } from "effect"
import type { Surroundings } from "./Surroundings.ts"

/** Whose account is shown, and where. */
export interface Holder {
  readonly account: CaipAddress
  /** Plain. */
  readonly address: string
  readonly network: Network
  /** Whether the network is one of the page's. Of another nobody is asked anything. */
  readonly known: boolean
}

type Around = Pick<Surroundings, "account" | "networks">

/** As of now; `null` while nothing is connected. */
export const holderOf = ({ account, networks }: Around): Holder | null => {
  const state = SubscriptionRef.getUnsafe(account.state)
  if (state === null) return null
  const { caipAddress, address, network: id } = state
  const configured = networks.configured.find(({ caipNetworkId }) => caipNetworkId === id)
  if (configured !== undefined) return { account: caipAddress, address, network: configured, known: true }
  const { network } = SubscriptionRef.getUnsafe(networks.shown)
  return network.caipNetworkId === id ? { account: caipAddress, address, network, known: false } : null
}

/** Whether what was read for `holder` may still be shown. */
export const isShown = (around: Around, holder: Holder): boolean =>
  holderOf(around)?.account === holder.account

/** Tells whose account is shown, and again whenever it is another one, another network or nobody. Ends with the scope. */
export const followHolder = (
  around: Around,
  tell: (holder: Holder | null) => Effect.Effect<void>,
): Effect.Effect<void, never, Scope.Scope> =>
  Effect.gen(function* () {
    let told: CaipAddress | null | undefined
    const follow = Effect.suspend(() => {
      const holder = holderOf(around)
      const account = holder?.account ?? null
      if (account === told) return Effect.void
      told = account
      return tell(holder)
    })
    yield* follow
    const changes = Stream.runForEach(SubscriptionRef.changes(around.account.state), () => follow)
    yield* Effect.forkIn(changes, yield* Effect.scope, { startImmediately: true })
  })
