import { type CaipNetworkId, withLogicalCall } from "@wmodal/protocol"
import { Clock, Data, Effect, Semaphore } from "effect"
import type { SupportedChains } from "../blockchain/contract.ts"
import type { CachedValue } from "../cache/KeyedCache.ts"
import type { ApiClientOptions } from "../contract/ApiClient.ts"
import type { ApiError } from "../contract/ApiError.ts"

/** Which networks the blockchain API serves. No call is made for another. */
export interface SupportedNetworks {
  readonly supports: (network: CaipNetworkId) => Effect.Effect<boolean>
  /** Whether the list has been read and does not have the network. Asks nothing. */
  readonly excludes: (network: CaipNetworkId) => boolean
}

/** Where a gated API is, who asks, and what keeps its calls to the networks that it serves. */
export type SupportedNetworksOptions = ApiClientOptions & { readonly gate: SupportedNetworks }

/** The list is read on first need, by one caller for all, and again only while it is empty. Unread, it has no network. */
export const makeSupportedNetworks = (
  supportedChains: Effect.Effect<SupportedChains, ApiError>,
): SupportedNetworks => {
  const reading = Semaphore.makeUnsafe(1)
  let known: readonly string[] = []
  let reads = 0
  const read = supportedChains.pipe(
    Effect.map(({ http }) => {
      known = http
      reads++
    }),
    Effect.catch(() => Effect.sync(() => void reads++)),
  )
  /** Who waited while another read it has the same answer, though it be none. */
  const upToDate = Effect.suspend(() => {
    const before = reads
    return reading.withPermit(Effect.suspend(() => (known.length > 0 || reads > before ? Effect.void : read)))
  })
  return {
    supports: (network) => Effect.map(upToDate, () => known.includes(network)),
    excludes: (network) => known.length > 0 && !known.includes(network),
  }
}

/** `call` where the network is served, else `empty` without a request. With what the gate asks it is one logical call. */
export const callIfSupported = <A, E>(
  gate: SupportedNetworks,
  network: CaipNetworkId,
  empty: A,
  call: Effect.Effect<A, E>,
): Effect.Effect<A, E> =>
  gate.supports(network).pipe(
    Effect.flatMap((served) => (served ? call : Effect.succeed(empty))),
    withLogicalCall,
  )

/**
 * `reading` where the network is served, else `empty` as of now. It is never kept: the list may be unread for the
 * moment only.
 */
export const emptyIfUnsupported = <A, E>(
  gate: SupportedNetworks,
  network: CaipNetworkId,
  empty: A,
  reading: Effect.Effect<CachedValue<A, E>, E>,
): Effect.Effect<CachedValue<A, E>, E> =>
  Effect.flatMap(Clock.currentTimeMillis, (at) =>
    callIfSupported(gate, network, { value: empty, at, isStale: false }, reading),
  )

/** `call` where the network is served, else an error without a request. With what the gate asks it is one logical call. */
export const failIfUnsupported = <A, E>(
  gate: SupportedNetworks,
  network: CaipNetworkId,
  purpose: UnsupportedNetwork["purpose"],
  call: Effect.Effect<A, E>,
): Effect.Effect<A, E | UnsupportedNetwork> =>
  gate.supports(network).pipe(
    Effect.flatMap(
      (served): Effect.Effect<A, E | UnsupportedNetwork> =>
        served ? call : Effect.fail(new UnsupportedNetwork({ network, purpose })),
    ),
    withLogicalCall,
  )

/** The blockchain API does not serve this network, and the call has no empty result. */
export class UnsupportedNetwork extends Data.TaggedError("UnsupportedNetwork")<{
  readonly network: CaipNetworkId
  readonly purpose: "Gas Price" | "Swaps"
}> {
  override get message() {
    return `Network not supported for ${this.purpose}`
  }
}
