import { awaitLazy, lazy } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Connector } from "../contract/Connector.ts"
import { ConnectorError } from "../contract/ConnectorError.ts"

/** The descriptive part of a Connector. */
export type ConnectorDescription = Pick<
  Connector,
  "id" | "name" | "type" | "namespace" | "icon" | "rdns" | "explorerId"
>

/**
 * Makes a Connector whose code is loaded with the first request. A list of wallets needs names and icons only, and most
 * wallets are never used.
 */
export const lazyConnector = (
  description: ConnectorDescription,
  make: () => Promise<Connector>,
): Connector => {
  const part = lazy(make)
  const loaded = awaitLazy(
    part,
    () => new ConnectorError({ connectorId: description.id, reason: { _tag: "ChunkLoadFailed" } }),
  )
  const ask = <A>(question: (connector: Connector) => Effect.Effect<A, ConnectorError>) =>
    Effect.flatMap(loaded, question)

  return {
    ...description,
    getProvider: (door) => part.now()?.getProvider(door) ?? null,
    use: (address) => part.now()?.use?.(address),
    connect: (request) => ask((connector) => connector.connect(request)),
    restore: ask((connector) => connector.restore),
    disconnect: ask((connector) => connector.disconnect),
    switchNetwork: (network) => ask((connector) => connector.switchNetwork(network)),
    signMessage: (request) => ask((connector) => connector.signMessage(request)),
    signTypedData: (request) => ask((connector) => connector.signTypedData(request)),
    calls: ask((connector) => connector.calls),
    // A listener is connected, so the code is usually loaded. A session from another connector arrives without it.
    events: Effect.catch(
      ask((connector) => connector.events),
      () => Effect.never,
    ),
  }
}
