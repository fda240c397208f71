import { walletConnectId } from "@wmodal/chains/walletconnect"
import { EngineError } from "@wmodal/core"
import { SubscriptionRef, toPlainAddress } from "@wmodal/protocol"
import { Effect } from "effect"
import { followLink } from "../pairing/LiveLink.ts"
import type { CommandPlan } from "../plan/CommandPlan.ts"
import { endpointFlags } from "../plan/commandFlags.ts"
import { toRelayError } from "../session/approvalChannel.ts"
import type { Context } from "../session/Context.ts"
import { openEngine } from "../session/openEngine.ts"
import { openPhoneStorage, toSessionWorld } from "../session/openSession.ts"
import { getRemoteSession, getSharedChains, withRemoteSession } from "../session/remoteSessions.ts"
import { stageEntries } from "../session/SessionFile.ts"
import { mergeOtherSessions, withoutSession } from "../session/storedWallets.ts"
import { filterByNamespace, type Settings } from "../settings/Settings.ts"
import { attemptState } from "../state/attemptState.ts"
import { formatAddressGroups } from "../terminal/addressGroups.ts"
import { chainTitles } from "../wallet/Keys.ts"
import type { EngineCommand } from "./Command.ts"
import { getConnectionFacts } from "./connectionFacts.ts"
import { reportConnected } from "./reportConnected.ts"
import { selectNetworkToConnect } from "./selectNetworkToConnect.ts"

type ConnectPhonePlan = Extract<CommandPlan, { _tag: "Connect" }>

/**
 * Shows a link to scan or open and waits for the phone. Requests every chain, or the named one. Existing connections
 * stay until the approval.
 */
export const connectPhone = (plan: ConnectPhonePlan, settings: Settings, context: Context): EngineCommand =>
  Effect.gen(function* () {
    const { folder, output, prompts, session } = context
    const { relay } = settings.endpoints
    if (relay === undefined) {
      return yield* new EngineError({ reason: { _tag: "WalletConnectNotFound" } })
    }
    const network = yield* selectNetworkToConnect(plan, settings, context)
    // Fails before the approval when the session cannot be written.
    yield* attemptState(folder, () => session.update({}))
    const file = yield* openPhoneStorage(context)
    const earlier = session.state()
    const staged = stageEntries(withoutSession(earlier.entries))
    const engine = yield* openEngine({
      settings: filterByNamespace(plan.namespace, settings),
      entries: staged.entries,
      connectors: [],
      ways: { phone: { _tag: "Reached", storage: file.storage } },
      warn: output.debug,
    })
    yield* engine.networks.switchTo(network.caipNetworkId)
    const { chainNamespace } = network
    output.state("connecting", { wallet: walletConnectId, namespace: chainNamespace })
    const live = yield* followLink(engine.pairing.link, (link) => printLink(link, context))
    const connecting = engine.connection.connectAndWait(walletConnectId, chainNamespace)
    yield* prompts.pairing(
      live,
      Effect.mapError(connecting, (problem) => toRelayError(problem, relay)),
    )
    output.state("approved")
    const { caipNetworkId } = SubscriptionRef.getUnsafe(engine.networks.selected)
    const phone = getRemoteSession(engine, "phone")
    if (settings.network !== null && settings.network.caipNetworkId !== caipNetworkId) {
      yield* prompts.onPhone(phone?.wallet ?? "", engine.networks.switchTo(settings.network.caipNetworkId))
    }
    yield* attemptState(folder, () =>
      session.update({
        ...withRemoteSession(
          { ...earlier, entries: mergeOtherSessions(staged.result(), earlier.entries) },
          "phone",
          getRemoteSession(engine, "phone"),
        ),
        world: toSessionWorld(settings),
      }),
    )
    const facts = yield* getConnectionFacts(engine)
    const shares = getSharedChains(session.state(), "phone")
    yield* reportConnected(output, facts, {
      json: { shared: Object.fromEntries(shares.map(({ accounts, namespace }) => [namespace, accounts])) },
      rows: shares
        .filter(({ namespace }) => namespace !== chainNamespace)
        .map(({ accounts: [first], namespace }) => ({
          label: chainTitles[namespace],
          text: formatAddressGroups(toPlainAddress(first)),
        })),
    })
    output.info(`Equivalent command: ${equivalentConnectPhone(plan, context, facts.network)}`)
  })

/** Prints the link on stderr for programs: stdout has the data only. */
const printLink = (
  { expiresAt, uri }: { readonly uri: string; readonly expiresAt: number },
  { facts, output, terminal }: Context,
): void => {
  if (terminal.format === "jsonl") output.state("uri", { uri, expiresAt })
  else if (!terminal.draws) facts.stderr.write(`${uri}\n`)
}

const equivalentConnectPhone = (
  { namespace }: ConnectPhonePlan,
  { shared }: Context,
  network: string,
): string =>
  [
    "wmodal connect --wallet walletconnect",
    ...(namespace === null ? [] : [`--namespace ${namespace}`]),
    `--network ${network}`,
    ...endpointFlags(shared),
  ].join(" ")
