import { Effect, Scope } from "effect"
import type { Connector } from "../contract/Connector.ts"
import { type OpenWalletConnect, openWalletConnect } from "./openWalletConnect.ts"
import type { WalletConnectSurroundings } from "./WalletConnect.ts"

/** WalletConnect over the client that the host passed, which runs until the scope closes. */
export const runWalletConnect = async (
  scope: Scope.Scope,
  around: WalletConnectSurroundings,
  connectors: readonly Connector[],
): Promise<OpenWalletConnect> => {
  const { openRelayClient } = await around.client.load()
  const client = await openRelayClient(around).catch(() => {
    around.warn("What WalletConnect has stored cannot be read: its sessions are kept in memory.")
    return openRelayClient({ ...around, storage: () => Promise.reject(new Error("Left alone.")) })
  })
  await Effect.runPromise(
    Scope.addFinalizer(
      scope,
      Effect.promise(() => client.close()),
    ),
  )
  return openWalletConnect(around, client, connectors, scope)
}
