import { frameId } from "@wmodal/chains/frame"
import { walletConnectId } from "@wmodal/chains/walletconnect"
import { type Namespace, type Network, toPlainAddress } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Context } from "../session/Context.ts"
import { openEngine, type RemoteAccess } from "../session/openEngine.ts"
import { toSessionWorld } from "../session/openSession.ts"
import { getSharedChains, type RemoteKind, withRemoteSession } from "../session/remoteSessions.ts"
import { type SessionState, stageEntries } from "../session/SessionFile.ts"
import { mergeOtherSessions, withoutSession } from "../session/storedWallets.ts"
import { filterByNamespace, type Settings } from "../settings/Settings.ts"
import { attemptState } from "../state/attemptState.ts"
import { formatAddressGroups } from "../terminal/addressGroups.ts"
import { chainTitles } from "../wallet/Keys.ts"

const walletIds = { phone: walletConnectId, frame: frameId } as const satisfies Record<RemoteKind, string>

/**
 * Opens an engine on the network, to connect a wallet outside this process. The connections of the session file stay
 * until `save`, which merges them with the engine's.
 */
export const openRemoteConnection = Effect.fnUntraced(function* <By extends RemoteKind>(
  context: Context,
  by: By,
  {
    namespace,
    network,
    settings,
    ways,
  }: {
    /** The only chain to connect; `null` for all. */
    readonly namespace: Namespace | null
    readonly network: Network
    readonly settings: Settings
    readonly ways: RemoteAccess
  },
) {
  const { folder, output, session } = context
  const earlier = session.state()
  const staged = stageEntries(withoutSession(earlier.entries))
  const engine = yield* openEngine({
    settings: filterByNamespace(namespace, settings),
    entries: staged.entries,
    connectors: [],
    ways,
    warn: output.debug,
  })
  yield* engine.networks.switchTo(network.caipNetworkId)
  output.state("connecting", { wallet: walletIds[by], namespace: network.chainNamespace })
  return {
    engine,
    save: (shared: NonNullable<SessionState[By]> | null) =>
      attemptState(folder, () =>
        session.update({
          ...withRemoteSession(
            { ...earlier, entries: mergeOtherSessions(staged.result(), earlier.entries) },
            by,
            shared,
          ),
          world: toSessionWorld(settings),
        }),
      ),
  }
})

/** Returns the chains that the connected wallet shares, for `reportConnected`: its rows leave out the shown chain. */
export const describeShared = ({ session }: Context, by: RemoteKind, { chainNamespace }: Network) => {
  const shares = getSharedChains(session.state(), by)
  return {
    json: { shared: Object.fromEntries(shares.map(({ accounts, namespace }) => [namespace, accounts])) },
    rows: shares
      .filter(({ namespace }) => namespace !== chainNamespace)
      .map(({ accounts: [first], namespace }) => ({
        label: chainTitles[namespace],
        text: formatAddressGroups(toPlainAddress(first)),
      })),
  }
}
