import { walletConnectId } from "@wmodal/chains/walletconnect"
import { EngineError } from "@wmodal/core"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { followLink } from "../pairing/LiveLink.ts"
import type { CommandPlan } from "../plan/CommandPlan.ts"
import { endpointFlags } from "../plan/commandFlags.ts"
import { toRelayError } from "../session/approvalChannel.ts"
import type { Context } from "../session/Context.ts"
import { openPhoneStorage } from "../session/openSession.ts"
import { getRemoteSession } from "../session/remoteSessions.ts"
import type { Settings } from "../settings/Settings.ts"
import { attemptState } from "../state/attemptState.ts"
import { toPrintableText } from "../terminal/printable.ts"
import type { EngineCommand } from "./Command.ts"
import { getConnectionFacts } from "./connectionFacts.ts"
import { describeShared, openRemoteConnection } from "./remoteConnection.ts"
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
    const { engine, save } = yield* openRemoteConnection(context, "phone", {
      namespace: plan.namespace,
      network,
      settings,
      ways: { phone: { _tag: "Reached", storage: file.storage } },
    })
    const live = yield* followLink(engine.pairing.link, (link) => printLink(link, context))
    const connecting = engine.connection.connectAndWait(walletConnectId, network.chainNamespace)
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
    yield* save(getRemoteSession(engine, "phone"))
    const facts = yield* getConnectionFacts(engine)
    yield* reportConnected(output, facts, describeShared(context, "phone", network))
    output.info(`Equivalent command: ${equivalentConnectPhone(plan, context, facts.network)}`)
  })

/** Prints the link on stderr for programs: stdout has the data only. */
const printLink = (
  { expiresAt, uri }: { readonly uri: string; readonly expiresAt: number },
  { facts, output, terminal }: Context,
): void => {
  if (terminal.format === "jsonl") output.state("uri", { uri, expiresAt })
  else if (!terminal.draws) facts.stderr.write(`${toPrintableText(uri)}\n`)
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
