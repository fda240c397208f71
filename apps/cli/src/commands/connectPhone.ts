import { walletConnectId } from "@wmodal/chains/walletconnect"
import { EngineError } from "@wmodal/core"
import { Effect, SubscriptionRef } from "effect"
import { followLink } from "../pairing/LiveLink.ts"
import type { Plan } from "../plan/Plan.ts"
import { worldTyped } from "../plan/typedFlags.ts"
import { throughRelay } from "../session/asking.ts"
import type { Context } from "../session/Context.ts"
import { sharedBy, sharesIn, withShared } from "../session/elsewhere.ts"
import { openEngine } from "../session/openEngine.ts"
import { reached, worldOf } from "../session/openSession.ts"
import { besideOthers, withoutSession } from "../session/remembered.ts"
import { stage } from "../session/SessionFile.ts"
import { onlyOf, type Settings } from "../settings/Settings.ts"
import { attemptState } from "../state/attemptState.ts"
import { grouped } from "../terminal/grouped.ts"
import { titles } from "../wallet/Keys.ts"
import type { EngineCommand } from "./Command.ts"
import { factsOf } from "./factsOf.ts"
import { networkToConnect } from "./networkToConnect.ts"
import { tellConnected } from "./tellConnected.ts"

type ConnectPlan = Extract<Plan, { _tag: "Connect" }>

/**
 * Shows a link to scan or to open, and waits for the phone. It is asked for every chain that there is, or for the one that
 * was named. What was connected stays as it is until it approves.
 */
export const connectPhone = (plan: ConnectPlan, settings: Settings, context: Context): EngineCommand =>
  Effect.gen(function* () {
    const { folder, output, prompts, session } = context
    const { relay } = settings.endpoints
    if (relay === undefined) {
      return yield* new EngineError({ reason: { _tag: "WalletConnectNotFound" } })
    }
    const network = yield* networkToConnect(plan, settings, context)
    // Found out now, before anybody approves what would then be lost.
    yield* attemptState(folder, () => session.update({}))
    const file = yield* reached(context)
    const earlier = session.state()
    const staged = stage(withoutSession(earlier.entries))
    const engine = yield* openEngine({
      settings: onlyOf(plan.namespace, settings),
      entries: staged.entries,
      connectors: [],
      ways: { phone: { _tag: "Reached", storage: file.storage } },
      warn: output.debug,
    })
    yield* engine.networks.switchTo(network.caipNetworkId)
    const { chainNamespace } = network
    output.state("connecting", { wallet: walletConnectId, namespace: chainNamespace })
    const live = yield* followLink(engine.pairing.link, (link) => tellLink(link, context))
    const connecting = engine.connection.connectAndWait(walletConnectId, chainNamespace)
    yield* prompts.pairing(
      live,
      Effect.mapError(connecting, (problem) => throughRelay(problem, relay)),
    )
    output.state("approved")
    const { caipNetworkId } = SubscriptionRef.getUnsafe(engine.networks.selected)
    const phone = sharedBy(engine, "phone")
    if (settings.network !== null && settings.network.caipNetworkId !== caipNetworkId) {
      yield* prompts.onPhone(phone?.wallet ?? "", engine.networks.switchTo(settings.network.caipNetworkId))
    }
    yield* attemptState(folder, () =>
      session.update({
        ...withShared(
          { ...earlier, entries: besideOthers(staged.result(), earlier.entries) },
          "phone",
          sharedBy(engine, "phone"),
        ),
        world: worldOf(settings),
      }),
    )
    const facts = yield* factsOf(engine)
    const shares = sharesIn(session.state(), "phone")
    yield* tellConnected(output, facts, {
      json: { shared: Object.fromEntries(shares.map(({ accounts, namespace }) => [namespace, accounts])) },
      rows: shares
        .filter(({ namespace }) => namespace !== chainNamespace)
        .map(({ accounts: [first], namespace }) => ({
          label: titles[namespace],
          text: grouped(first.slice(first.lastIndexOf(":") + 1)),
        })),
    })
    output.say(`The same in one line: ${oneLine(plan, context, facts.network)}`)
  })

/** For a program, where nobody can scan: stdout has the data alone. */
const tellLink = (
  { expiresAt, uri }: { readonly uri: string; readonly expiresAt: number },
  { facts, output, terminal }: Context,
): void => {
  if (terminal.format === "jsonl") output.state("uri", { uri, expiresAt })
  else if (!terminal.draws) facts.stderr.write(`${uri}\n`)
}

const oneLine = ({ namespace }: ConnectPlan, { shared }: Context, network: string): string =>
  [
    "wmodal connect --wallet walletconnect",
    ...(namespace === null ? [] : [`--namespace ${namespace}`]),
    `--network ${network}`,
    ...worldTyped(shared),
  ].join(" ")
