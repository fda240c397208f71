import { Effect, Stream } from "effect"
import type { Connector } from "../contract/Connector.ts"
import { ConnectorError } from "../contract/ConnectorError.ts"

/** The part of a Connector that only says what it is. */
export type ConnectorDescription = Pick<
  Connector,
  "id" | "name" | "type" | "namespace" | "icon" | "rdns" | "explorerId"
>

/**
 * A Connector whose code arrives with the first thing that is asked of it: a list of wallets shows names and icons, and
 * most of them are never asked anything.
 */
export const lazyConnector = (
  description: ConnectorDescription,
  make: () => Promise<Connector>,
): Connector => {
  let ready: Connector | null = null
  const load = Effect.tryPromise({
    try: make,
    catch: () => new ConnectorError({ connectorId: description.id, reason: { _tag: "ChunkLoadFailed" } }),
  }).pipe(
    // Of two that were made at once, one is kept.
    Effect.map((made) => {
      ready ??= made
      return ready
    }),
  )
  const ask = <A>(question: (connector: Connector) => Effect.Effect<A, ConnectorError>) =>
    Effect.suspend(() => (ready === null ? Effect.flatMap(load, question) : question(ready)))

  return {
    ...description,
    getProvider: (door) => ready?.getProvider(door) ?? null,
    use: (address) => ready?.use?.(address),
    connect: (request) => ask((connector) => connector.connect(request)),
    restore: ask((connector) => connector.restore),
    disconnect: ask((connector) => connector.disconnect),
    switchNetwork: (network) => ask((connector) => connector.switchNetwork(network)),
    signMessage: (request) => ask((connector) => connector.signMessage(request)),
    signTypedData: (request) => ask((connector) => connector.signTypedData(request)),
    calls: ask((connector) => connector.calls),
    // Whoever listens has connected, so the code is there as a rule; what another connector was given comes without.
    events: Stream.suspend(() =>
      ready === null
        ? Stream.unwrap(
            Effect.map(
              Effect.orElseSucceed(load, () => null),
              (made) => made?.events ?? Stream.never,
            ),
          )
        : ready.events,
    ),
  }
}
