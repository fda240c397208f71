import { embeddedNamespaces } from "@wmodal/chains"
import type { Problem } from "@wmodal/core"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { type CliError, configError, usageError } from "../failure/CliError.ts"
import { declinedError } from "../failure/declinedError.ts"
import type { CommandPlan } from "../plan/CommandPlan.ts"
import { endpointFlags } from "../plan/commandFlags.ts"
import * as value from "../plan/values.ts"
import type { Context } from "../session/Context.ts"
import { getSecureSiteUrl, openFrame } from "../session/openFrame.ts"
import { getRemoteSession } from "../session/remoteSessions.ts"
import type { Settings } from "../settings/Settings.ts"
import { attemptState } from "../state/attemptState.ts"
import { quoteWord } from "../terminal/quoteWord.ts"
import type { EngineCommand } from "./Command.ts"
import { getConnectionFacts } from "./connectionFacts.ts"
import { otpSource } from "./otpSource.ts"
import { describeShared, openRemoteConnection } from "./remoteConnection.ts"
import { reportConnected } from "./reportConnected.ts"
import { selectNetworkToConnect } from "./selectNetworkToConnect.ts"
import { signInByEmail } from "./signIn.ts"
import { accountTypeLabels, switchAccount } from "./switchAccount.ts"

type ConnectFramePlan = Extract<CommandPlan, { _tag: "Connect" }>

/**
 * Signs in at the secure site, whose frame runs in this process. Existing connections stay until the sign-in succeeds.
 */
export const connectFrame = (plan: ConnectFramePlan, settings: Settings, context: Context): EngineCommand =>
  Effect.gen(function* () {
    const { folder, output, session } = context
    const { accountType, otpFile } = plan.signIn
    const site = yield* getSecureSiteUrl(settings)
    const network = yield* selectFrameNetwork(plan, settings, context)
    const codes = yield* otpSource(otpFile, context)
    const email = yield* requireEmail(plan, context)
    // Fails before the sign-in when the session cannot be written.
    yield* attemptState(folder, () => session.update({}))
    const frame = yield* openFrame(context, site, () => Effect.succeed(false))
    const { engine, save } = yield* openRemoteConnection(context, "frame", {
      namespace: plan.namespace,
      network,
      settings,
      ways: { frame: { _tag: "Reached", host: frame.host } },
    })
    const signingIn = Effect.gen(function* (): Effect.gen.Return<void, Problem | CliError> {
      yield* signInByEmail(engine, email, { context, codes })
      const { caipNetworkId } = SubscriptionRef.getUnsafe(engine.networks.selected)
      if (caipNetworkId !== network.caipNetworkId) yield* engine.networks.switchTo(network.caipNetworkId)
      if (accountType !== null) yield* switchAccount(engine, accountType)
    })
    yield* Effect.mapError(signingIn, frame.blamed)
    yield* frame.file.save
    const shared = getRemoteSession(engine, "frame")
    yield* save(
      shared && {
        ...shared,
        site: site.origin,
        email: SubscriptionRef.getUnsafe(engine.signedIn)?.email ?? email,
      },
    )
    const facts = yield* getConnectionFacts(engine)
    const { json, rows } = describeShared(context, "frame", network)
    const used = SubscriptionRef.getUnsafe(engine.signedIn)?.accountType ?? "eoa"
    yield* reportConnected(output, facts, {
      json: { email, accountType: used, ...json },
      rows: [...(used === "smartAccount" ? [{ label: "Type", text: accountTypeLabels[used] }] : []), ...rows],
    })
    if (context.terminal.asks)
      output.info(
        `Equivalent command: ${equivalentConnectFrame(plan, { email, network: facts.network, context })}`,
      )
  })

/** Selects the named network, else one that the embedded wallet supports. */
const selectFrameNetwork = Effect.fnUntraced(function* (
  plan: ConnectFramePlan,
  settings: Settings,
  context: Context,
) {
  const found = yield* selectNetworkToConnect(plan, settings, context)
  if (embeddedNamespaces.includes(found.chainNamespace)) return found
  if (plan.namespace === null && settings.network === null)
    return yield* selectNetworkToConnect(
      { ...plan, namespace: embeddedNamespaces[0] ?? null },
      settings,
      context,
    )
  return yield* configError(
    `The embedded wallet has no account on ${found.name} (${found.caipNetworkId}).`,
    `Pass ${embeddedNamespaces.map((namespace) => `--namespace ${namespace}`).join(" or ")}.`,
  )
})

const requireEmail = ({ signIn: { email } }: ConnectFramePlan, { prompts, terminal }: Context) => {
  if (email !== null) return Effect.succeed(email)
  return terminal.asks
    ? Effect.flatMap(prompts.line({ label: "Email address", refusal: validateEmail }), (text) =>
        text === null ? Effect.fail(declinedError) : Effect.succeed(text),
      )
    : Effect.fail(usageError("Missing email address: pass --email.", "--email you@example.com"))
}

const validateEmail = (text: string): string | null => {
  try {
    value.parseEmail(text)
    return null
  } catch {
    return "Use an address such as you@example.com."
  }
}

const equivalentConnectFrame = (
  { namespace, signIn: { accountType, otpFile } }: ConnectFramePlan,
  {
    context,
    email,
    network,
  }: { readonly email: string; readonly network: string; readonly context: Context },
): string =>
  [
    `wmodal connect --wallet frame --email ${quoteWord(email)}`,
    `--otp-file ${otpFile === null ? "<file>" : quoteWord(otpFile)}`,
    ...(namespace === null ? [] : [`--namespace ${namespace}`]),
    ...(accountType === null ? [] : [`--account ${accountType === "eoa" ? "eoa" : "smart"}`]),
    `--network ${network}`,
    ...endpointFlags(context.shared),
  ].join(" ")
