import { Effect, Scope } from "effect"
import type { Connector } from "../contract/Connector.ts"
import { openRelayClient } from "./client/openRelayClient.ts"
import { type OpenWalletConnect, openWalletConnect } from "./openWalletConnect.ts"
import type { WalletConnectSurroundings } from "./WalletConnect.ts"

/** WalletConnect over its own client, which runs until the scope closes. */
export const runWalletConnect = async (
  scope: Scope.Scope,
  around: WalletConnectSurroundings,
  connectors: readonly Connector[],
): Promise<OpenWalletConnect> => {
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
