import { type CaipNetworkId, Clock, withLogicalCall } from "@wmodal/protocol"
import { Data, Effect, Semaphore } from "effect"
import type { SupportedChains } from "../blockchain/contract.ts"
import type { CachedValue } from "../cache/KeyedCache.ts"
import type { ApiClientOptions } from "../contract/ApiClient.ts"
import type { ApiError } from "../contract/ApiError.ts"

/** The networks that the blockchain API serves. Other networks get no call. */
export interface SupportedNetworks {
  /** Fails when the list cannot be read: that says nothing about a network. */
  readonly supports: (network: CaipNetworkId) => Effect.Effect<boolean, ApiError>
  /** Returns whether the list is read and lacks the network. Sends no request. */
  readonly excludes: (network: CaipNetworkId) => boolean
}

/** The options of a restricted API: its base URL, the client's identity and the served networks. */
export type SupportedNetworksOptions = ApiClientOptions & { readonly gate: SupportedNetworks }

/** Reads the list on first need, once for all callers, and again only while it is empty or unread. */
export const makeSupportedNetworks = (
  supportedChains: Effect.Effect<SupportedChains, ApiError>,
): SupportedNetworks => {
  const reading = Semaphore.makeUnsafe(1)
  let known: readonly string[] = []
  let reads = 0
  /** The error of the last read. */
  let failure: ApiError | null = null
  const read = supportedChains.pipe(
    Effect.map(({ http }) => {
      known = http
      failure = null
      reads++
    }),
    Effect.catch((error) =>
      Effect.sync(() => {
        failure = error
        reads++
      }),
    ),
  )
  /** Callers that waited for a read share its result, even an empty one. */
  const upToDate = Effect.suspend(() => {
    const before = reads
    return reading.withPermit(Effect.suspend(() => (known.length > 0 || reads > before ? Effect.void : read)))
  })
  return {
    supports: (network) =>
      Effect.flatMap(upToDate, () =>
        failure === null ? Effect.succeed(known.includes(network)) : Effect.fail(failure),
      ),
    excludes: (network) => known.length > 0 && !known.includes(network),
  }
}

/**
 * Runs `call` when the network is served, else returns `empty` without a request. Fails when the list cannot be read. The
 * list and the call are one logical call.
 */
export const callIfSupported = <A, E>(
  gate: SupportedNetworks,
  network: CaipNetworkId,
  empty: A,
  call: Effect.Effect<A, E>,
): Effect.Effect<A, E | ApiError> =>
  gate.supports(network).pipe(
    Effect.flatMap((served): Effect.Effect<A, E> => (served ? call : Effect.succeed(empty))),
    withLogicalCall,
  )

/**
 * Runs `reading` when the network is served, else returns `empty`, timed now. The result is never cached: the list
 * may be unread only temporarily.
 */
export const emptyIfUnsupported = <A, E>(
  gate: SupportedNetworks,
  network: CaipNetworkId,
  empty: A,
  reading: Effect.Effect<CachedValue<A, E>, E>,
): Effect.Effect<CachedValue<A, E>, E | ApiError> =>
  Effect.flatMap(Clock.currentTimeMillis, (at) =>
    callIfSupported(gate, network, { value: empty, at, isStale: false }, reading),
  )

/** Runs `call` when the network is served, else fails without a request. The list and the call are one logical call. */
export const failIfUnsupported = <A, E>(
  gate: SupportedNetworks,
  network: CaipNetworkId,
  purpose: UnsupportedNetwork["purpose"],
  call: Effect.Effect<A, E>,
): Effect.Effect<A, E | ApiError | UnsupportedNetwork> =>
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
