import { Effect, type Scope } from "effect"
import { ConnectorError } from "../contract/ConnectorError.ts"
import { type WalletConnect, type WalletConnectSurroundings, walletConnectId } from "./WalletConnect.ts"

/** Weighs next to nothing: the client is loaded with the first question, or when a link is prepared. */
export const makeWalletConnect = (
  _around: WalletConnectSurroundings,
): Effect.Effect<WalletConnect, never, Scope.Scope> =>
  Effect.succeed({
    connectors: [],
    prepare: Effect.fail(new ConnectorError({ connectorId: walletConnectId, reason: { _tag: "NotLoaded" } })),
    chosen: () => {},
  })
