import { asOneCall, type CaipNetworkId } from "@wmodal/protocol"
import { Data, Effect, Semaphore } from "effect"
import type { SupportedChains } from "../blockchain/contract.ts"
import type { ApiError } from "../contract/ApiError.ts"
import type { CallerOptions } from "../contract/Caller.ts"

/** Which networks the blockchain API serves. No call is made for another. */
export interface ChainGate {
  readonly supports: (network: CaipNetworkId) => Effect.Effect<boolean>
}

/** Where a gated API is, who asks, and what keeps its calls to the networks that it serves. */
export type GatedOptions = CallerOptions & { readonly gate: ChainGate }

/** The list is read on first need, by one caller for all, and again only while it is empty. Unread, it has no network. */
export const makeChainGate = (supportedChains: Effect.Effect<SupportedChains, ApiError>): ChainGate => {
  const reading = Semaphore.makeUnsafe(1)
  let known: readonly string[] = []
  const chains = reading.withPermit(
    Effect.suspend(() =>
      known.length > 0
        ? Effect.succeed(known)
        : supportedChains.pipe(
            Effect.map(({ http }) => (known = http)),
            Effect.orElseSucceed((): readonly string[] => []),
          ),
    ),
  )
  return { supports: (network) => chains.pipe(Effect.map((list) => list.includes(network))) }
}

/** `call` where the network is served, else `empty` without a request. With what the gate asks it is one logical call. */
export const orEmpty = <A, E>(
  gate: ChainGate,
  network: CaipNetworkId,
  empty: A,
  call: Effect.Effect<A, E>,
): Effect.Effect<A, E> =>
  gate.supports(network).pipe(
    Effect.flatMap((served) => (served ? call : Effect.succeed(empty))),
    asOneCall,
  )

/** `call` where the network is served, else an error without a request. With what the gate asks it is one logical call. */
export const orUnsupported = <A, E>(
  gate: ChainGate,
  network: CaipNetworkId,
  purpose: UnsupportedNetwork["purpose"],
  call: Effect.Effect<A, E>,
): Effect.Effect<A, E | UnsupportedNetwork> =>
  gate.supports(network).pipe(
    Effect.flatMap(
      (served): Effect.Effect<A, E | UnsupportedNetwork> =>
        served ? call : Effect.fail(new UnsupportedNetwork({ network, purpose })),
    ),
    asOneCall,
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
