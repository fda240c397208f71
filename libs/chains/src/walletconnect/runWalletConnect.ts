import { Effect, Scope } from "effect"
import type { Connector } from "../contract/Connector.ts"
import { type LoadedWalletConnect, openWalletConnect } from "./openWalletConnect.ts"
import type { WalletConnectDeps } from "./WalletConnect.ts"

/** Runs WalletConnect over the host app's client until the scope closes. */
export const runWalletConnect = async (
  scope: Scope.Scope,
  deps: WalletConnectDeps,
  connectors: readonly Connector[],
): Promise<LoadedWalletConnect> => {
  const { openRelayClient } = await deps.client.load()
  const client = await openRelayClient(deps).catch(() => {
    deps.warn("The WalletConnect storage could not be read. Sessions are kept in memory.")
    return openRelayClient({ ...deps, storage: () => Promise.reject(new Error("Not used.")) })
  })
  await Effect.runPromise(
    Scope.addFinalizer(
      scope,
      Effect.promise(() => client.close()),
    ),
  )
  return openWalletConnect(deps, client, connectors, scope)
}
