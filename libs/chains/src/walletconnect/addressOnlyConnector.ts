import { type CaipAddress, Feed } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Connector, WalletSession } from "../contract/Connector.ts"
import { ConnectorError, type ConnectorReason } from "../contract/ConnectorError.ts"
import type { NamespaceSession } from "../remote/NamespaceSession.ts"
import type { ConnectorDescription } from "../wallet/lazyConnector.ts"

/** Makes a connector for a chain without code: it shows an address and sends no requests to the wallet. */
export const addressOnlyConnector = (
  approval: NamespaceSession,
  description: ConnectorDescription,
): Connector => {
  const fail = (reason: ConnectorReason) =>
    Effect.fail(new ConnectorError({ connectorId: description.id, reason }))
  const unsupported = (method: string) => () => fail({ _tag: "Unsupported", method })

  const session = (): WalletSession | null => {
    const network = approval.network()
    if (network === null) return null
    const [first, ...rest] = approval
      .addresses(network)
      .map((address): CaipAddress => `${network}:${address}`)
    return first === undefined ? null : { accounts: [first, ...rest], network }
  }
  const shared = Effect.suspend(() => {
    const found = session()
    return found === null ? fail({ _tag: "Locked" }) : Effect.succeed(found)
  })

  return {
    ...description,
    getProvider: () => null,
    connect: () => shared,
    restore: shared,
    disconnect: Effect.void,
    switchNetwork: ({ caipNetworkId, name }) =>
      Effect.suspend(() => {
        if (!approval.covers(caipNetworkId)) return fail({ _tag: "NetworkNotSupported", network: name })
        approval.use(caipNetworkId)
        return Effect.void
      }),
    signMessage: unsupported("signMessage"),
    signTypedData: unsupported("signTypedData"),
    calls: unsupported("calls")(),
    events: Effect.succeed(
      Feed.fromListener((emit) =>
        Effect.acquireRelease(
          Effect.sync(() => {
            let before = session()
            return approval.listen(() => {
              const [was, now] = [before, session()]
              before = now
              if (now === null) {
                if (was !== null) emit({ _tag: "Disconnected" })
                return
              }
              if (now.accounts.join() !== was?.accounts.join())
                emit({ _tag: "AccountsChanged", accounts: now.accounts })
              if (now.network !== null && now.network !== was?.network)
                emit({ _tag: "NetworkChanged", network: now.network })
            })
          }),
          (silence) => Effect.sync(silence),
        ),
      ),
    ),
  }
}
