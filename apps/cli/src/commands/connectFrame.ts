import { frameId } from "@wmodal/chains/frame"
import type { Problem } from "@wmodal/core"
import { Effect, SubscriptionRef } from "effect"
import { type CliError, config, usage } from "../failure/CliError.ts"
import type { Plan } from "../plan/Plan.ts"
import { worldTyped } from "../plan/typedFlags.ts"
import * as value from "../plan/values.ts"
import type { Context } from "../session/Context.ts"
import { sharedBy, sharesIn, withShared } from "../session/elsewhere.ts"
import { reachedFrame, siteIn } from "../session/frame.ts"
import { openEngine } from "../session/openEngine.ts"
import { worldOf } from "../session/openSession.ts"
import { besideOthers, withoutSession } from "../session/remembered.ts"
import { stage } from "../session/SessionFile.ts"
import { onlyOf, type Settings } from "../settings/Settings.ts"
import { attemptState } from "../state/attemptState.ts"
import { grouped } from "../terminal/grouped.ts"
import { quoted } from "../terminal/quoted.ts"
import { titles } from "../wallet/Keys.ts"
import type { EngineCommand } from "./Command.ts"
import { codeSource } from "./codeSource.ts"
import { factsOf } from "./factsOf.ts"
import { networkToConnect } from "./networkToConnect.ts"
import { declined } from "./send.ts"
import { signInByEmail } from "./signIn.ts"
import { tellConnected } from "./tellConnected.ts"
import { typeWords, useAccount } from "./useAccount.ts"

type ConnectPlan = Extract<Plan, { _tag: "Connect" }>

/**
 * Signs in at the secure site, whose frame runs in this process. What was connected stays as it is until somebody is
 * signed in.
 */
export const connectFrame = (plan: ConnectPlan, settings: Settings, context: Context): EngineCommand =>
  Effect.gen(function* () {
    const { folder, output, session } = context
    const { accountType, otpFile } = plan.signIn
    const site = yield* siteIn(settings)
    const network = yield* networkOfFrame(plan, settings, context)
    const codes = yield* codeSource(otpFile, context)
    const email = yield* emailOf(plan, context)
    // Found out now, before anybody signs in to what would then be lost.
    yield* attemptState(folder, () => session.update({}))
    const frame = yield* reachedFrame(context, site, () => Effect.succeed(false))
    const earlier = session.state()
    const staged = stage(withoutSession(earlier.entries))
    const engine = yield* openEngine({
      settings: onlyOf(plan.namespace, settings),
      entries: staged.entries,
      connectors: [],
      ways: { frame: { _tag: "Reached", host: frame.host } },
      warn: output.debug,
    })
    yield* engine.networks.switchTo(network.caipNetworkId)
    const { chainNamespace } = network
    output.state("connecting", { wallet: frameId, namespace: chainNamespace })
    const signingIn = Effect.gen(function* (): Effect.gen.Return<void, Problem | CliError> {
      yield* signInByEmail(engine, email, { context, codes })
      const { caipNetworkId } = SubscriptionRef.getUnsafe(engine.networks.selected)
      if (caipNetworkId !== network.caipNetworkId) yield* engine.networks.switchTo(network.caipNetworkId)
      if (accountType !== null) yield* useAccount(engine, accountType)
    })
    yield* Effect.mapError(signingIn, frame.blamed)
    yield* frame.file.save
    const shared = sharedBy(engine, "frame")
    const entries = besideOthers(staged.result(), earlier.entries)
    yield* attemptState(folder, () =>
      session.update({
        ...withShared(
          { ...earlier, entries },
          "frame",
          shared && {
            ...shared,
            site: site.origin,
            email: SubscriptionRef.getUnsafe(engine.signedIn)?.email ?? email,
          },
        ),
        world: worldOf(settings),
      }),
    )
    const facts = yield* factsOf(engine)
    const shares = sharesIn(session.state(), "frame")
    const used = SubscriptionRef.getUnsafe(engine.signedIn)?.accountType ?? "eoa"
    yield* tellConnected(output, facts, {
      json: {
        email,
        accountType: used,
        shared: Object.fromEntries(shares.map(({ accounts, namespace }) => [namespace, accounts])),
      },
      rows: [
        ...(used === "smartAccount" ? [{ label: "Kind", text: typeWords[used] }] : []),
        ...shares
          .filter(({ namespace }) => namespace !== chainNamespace)
          .map(({ accounts: [first], namespace }) => ({
            label: titles[namespace],
            text: grouped(first.slice(first.lastIndexOf(":") + 1)),
          })),
      ],
    })
    if (context.terminal.asks)
      output.say(`The same in one line: ${oneLine(plan, { email, network: facts.network, context })}`)
  })

/** Where nobody has said another chain, it is one that the embedded wallet has. */
const networkOfFrame = Effect.fnUntraced(function* (plan: ConnectPlan, settings: Settings, context: Context) {
  const found = yield* networkToConnect(plan, settings, context)
  const isOwn = found.chainNamespace === "eip155" || found.chainNamespace === "solana"
  if (isOwn) return found
  if (plan.namespace === null && settings.network === null)
    return yield* networkToConnect({ ...plan, namespace: "eip155" }, settings, context)
  return yield* config(
    `The embedded wallet has no account of ${found.name} (${found.caipNetworkId}).`,
    "--namespace eip155, or solana",
  )
})

const emailOf = ({ signIn: { email } }: ConnectPlan, { prompts, terminal }: Context) => {
  if (email !== null) return Effect.succeed(email)
  return terminal.asks
    ? Effect.flatMap(prompts.line({ label: "Email address", refusal: emailRefusal }), (text) =>
        text === null ? Effect.fail(declined) : Effect.succeed(text),
      )
    : Effect.fail(usage("Say who signs in: --email.", "--email you@example.com"))
}

const emailRefusal = (text: string): string | null => {
  try {
    value.email(text)
    return null
  } catch {
    return "Write it as you@example.com."
  }
}

const oneLine = (
  { namespace, signIn: { accountType, otpFile } }: ConnectPlan,
  {
    context,
    email,
    network,
  }: { readonly email: string; readonly network: string; readonly context: Context },
): string =>
  [
    `wmodal connect --wallet frame --email ${quoted(email)}`,
    `--otp-file ${otpFile === null ? "<file>" : quoted(otpFile)}`,
    ...(namespace === null ? [] : [`--namespace ${namespace}`]),
    ...(accountType === null ? [] : [`--account ${accountType === "eoa" ? "eoa" : "smart"}`]),
    `--network ${network}`,
    ...worldTyped(context.shared),
  ].join(" ")
