import { lazy } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import type { Connector } from "../contract/Connector.ts"
import { ConnectorError } from "../contract/ConnectorError.ts"
import { lazyConnector } from "../wallet/lazyConnector.ts"
import type { LoadedWalletConnect } from "./openWalletConnect.ts"
import {
  type LinkedApp,
  type WalletConnect,
  type WalletConnectDeps,
  walletConnectId,
} from "./WalletConnect.ts"

/** Makes the connectors. The client is loaded with the first request, or when a link is prepared. */
export const makeWalletConnect = (
  deps: WalletConnectDeps,
): Effect.Effect<WalletConnect, never, Scope.Scope> =>
  lazyWalletConnect(deps, async (scope, connectors) =>
    (await import("./runWalletConnect.ts")).runWalletConnect(scope, deps, connectors),
  )

/** Makes the connectors over any client. `begin` is called once, with the first request; again only if it rejects. */
export const lazyWalletConnect = (
  deps: Pick<WalletConnectDeps, "networks">,
  begin: (scope: Scope.Scope, connectors: readonly Connector[]) => Promise<LoadedWalletConnect>,
): Effect.Effect<WalletConnect, never, Scope.Scope> =>
  Effect.map(Effect.scope, (scope) => {
    const part = lazy(() => begin(scope, connectors))
    /** The app that was chosen before the client was loaded. */
    let app: LinkedApp | null | undefined

    const open = async (): Promise<LoadedWalletConnect> => {
      const opened = await part.get()
      if (app !== undefined) opened.setLinkedApp(app)
      app = undefined
      return opened
    }

    const connectors = [...new Set(deps.networks.map(({ chainNamespace }) => chainNamespace))].map(
      (namespace) =>
        lazyConnector(
          {
            id: walletConnectId,
            name: "WalletConnect",
            type: "WALLET_CONNECT",
            namespace,
            icon: null,
            rdns: null,
            explorerId: null,
          },
          async () => (await open()).getConnector(namespace),
        ),
    )

    return {
      connectors,
      prepare: Effect.flatMap(
        Effect.tryPromise({
          try: open,
          catch: () =>
            new ConnectorError({ connectorId: walletConnectId, reason: { _tag: "ChunkLoadFailed" } }),
        }),
        ({ prepare }) => prepare,
      ),
      setLinkedApp: (chosen) => {
        const opened = part.now()
        app = opened === null ? chosen : undefined
        opened?.setLinkedApp(chosen)
      },
    }
  })
