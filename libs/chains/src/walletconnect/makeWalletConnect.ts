import { Effect, type Scope } from "effect"
import type { Connector } from "../contract/Connector.ts"
import { ConnectorError } from "../contract/ConnectorError.ts"
import { lateConnector } from "../wallet/lateConnector.ts"
import type { OpenWalletConnect } from "./openWalletConnect.ts"
import {
  type ChosenApp,
  type WalletConnect,
  type WalletConnectSurroundings,
  walletConnectId,
} from "./WalletConnect.ts"

/** Weighs next to nothing: the client is loaded with the first question, or when a link is prepared. */
export const makeWalletConnect = (
  around: WalletConnectSurroundings,
): Effect.Effect<WalletConnect, never, Scope.Scope> =>
  lateWalletConnect(around, async (scope, connectors) =>
    (await import("./runWalletConnect.ts")).runWalletConnect(scope, around, connectors),
  )

/** The same over any client. `begin` is called once, with the first question; again only where it rejects. */
export const lateWalletConnect = (
  around: Pick<WalletConnectSurroundings, "networks">,
  begin: (scope: Scope.Scope, connectors: readonly Connector[]) => Promise<OpenWalletConnect>,
): Effect.Effect<WalletConnect, never, Scope.Scope> =>
  Effect.map(Effect.scope, (scope) => {
    let opening: Promise<OpenWalletConnect> | null = null
    let app: ChosenApp | null | undefined

    const open = async (): Promise<OpenWalletConnect> => {
      opening ??= begin(scope, connectors)
      try {
        const opened = await opening
        if (app !== undefined) opened.chosen(app)
        app = undefined
        return opened
      } catch (error) {
        opening = null
        throw error
      }
    }

    const connectors = [...new Set(around.networks.map(({ chainNamespace }) => chainNamespace))].map(
      (namespace) =>
        lateConnector(
          {
            id: walletConnectId,
            name: "WalletConnect",
            type: "WALLET_CONNECT",
            namespace,
            icon: null,
            rdns: null,
            explorerId: null,
          },
          async () => (await open()).behind(namespace),
        ),
    )

    return {
      connectors,
      prepare: Effect.flatMap(
        Effect.tryPromise({
          try: open,
          catch: () => new ConnectorError({ connectorId: walletConnectId, reason: { _tag: "NotLoaded" } }),
        }),
        ({ prepare }) => prepare,
      ),
      chosen: (chosen) => {
        app = chosen
        opening?.then((opened) => opened.chosen(chosen)).catch(() => {})
      },
    }
  })
