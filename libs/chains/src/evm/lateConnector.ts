import { Effect, Stream } from "effect"
import type { Connector } from "../contract/Connector.ts"
import { ConnectorError } from "../contract/ConnectorError.ts"
import type { Eip1193Provider } from "./Eip1193Provider.ts"
import { describeConnector, type EvmConnectorInfo } from "./EvmConnectorInfo.ts"

/**
 * A Connector over an EIP-1193 provider whose code arrives with the first thing that is asked of it:
 * a list of wallets shows names and icons, and most of them are never asked anything.
 */
export const lateConnector = (provider: Eip1193Provider, info: EvmConnectorInfo): Connector => {
  let ready: Connector | null = null
  const load = Effect.tryPromise({
    try: () => import("./EvmConnector.ts"),
    catch: () => new ConnectorError({ connectorId: info.id, reason: { _tag: "NotLoaded" } }),
  }).pipe(
    Effect.map(({ evmConnector }) => {
      ready ??= evmConnector(provider, info)
      return ready
    }),
  )
  const ask = <A>(question: (connector: Connector) => Effect.Effect<A, ConnectorError>) =>
    Effect.suspend(() => (ready === null ? Effect.flatMap(load, question) : question(ready)))

  return {
    ...describeConnector(info),
    providerFor: (door) => ready?.providerFor(door) ?? null,
    connect: (request) => ask((connector) => connector.connect(request)),
    restore: ask((connector) => connector.restore),
    disconnect: ask((connector) => connector.disconnect),
    switchNetwork: (network) => ask((connector) => connector.switchNetwork(network)),
    signMessage: (request) => ask((connector) => connector.signMessage(request)),
    signTypedData: (request) => ask((connector) => connector.signTypedData(request)),
    calls: ask((connector) => connector.calls),
    // Whoever listens has connected, so the code is there.
    events: Stream.suspend(() => ready?.events ?? Stream.never),
  }
}
