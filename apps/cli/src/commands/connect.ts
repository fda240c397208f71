import { devConnector } from "@wmodal/chains/dev"
import { Effect, SubscriptionRef } from "effect"
import { usage } from "../failure/CliError.ts"
import type { Plan, Shared } from "../plan/Plan.ts"
import { keyTyped, worldTyped } from "../plan/typedFlags.ts"
import type { Context } from "../session/Context.ts"
import { openEngine, withoutSession } from "../session/openEngine.ts"
import { settingsOf, worldOf } from "../session/openSession.ts"
import { stage } from "../session/SessionFile.ts"
import { attemptState } from "../state/attemptState.ts"
import { approver } from "../wallet/approver.ts"
import { keySource, lasting } from "../wallet/KeySource.ts"
import { openSigner } from "../wallet/openSigner.ts"
import { openWallet, origin } from "../wallet/openWallet.ts"
import type { EngineCommand } from "./Command.ts"
import { factsOf } from "./factsOf.ts"

/** An earlier session stays as it is until the new one is approved. */
export const connect = (plan: Extract<Plan, { _tag: "Connect" }>, context: Context): EngineCommand =>
  Effect.gen(function* () {
    const { folder, output, session, terminal } = context
    if (plan.wallet === null && !terminal.asks) {
      return yield* usage("Say which wallet: --wallet.", "wmodal connect --wallet dev --yes")
    }
    if (!plan.yes && !terminal.asks) {
      return yield* usage("Nobody is here to approve: --yes.", "wmodal connect --wallet dev --yes")
    }
    const settings = yield* settingsOf(context)
    const key = (yield* keySource(plan.key, null)) ?? { kind: "test" as const, index: 0 }
    // Found out now, before anybody approves what would then be lost.
    yield* attemptState(folder, () => session.update({}))
    const signer = yield* openSigner(key, context)
    const wallet = yield* openWallet({
      signer,
      settings,
      snapshot: null,
      features: { smartAccount: plan.smartAccount },
      approve: approver(plan, context),
    })
    const staged = stage(withoutSession(session.state().entries))
    const connector = devConnector({ wallet, origin })
    const engine = yield* openEngine({
      settings,
      entries: staged.entries,
      connectors: [connector],
      warn: output.debug,
    })
    if (settings.network !== null) yield* engine.networks.switchTo(settings.network.caipNetworkId)
    // A wallet that is asked connects where it is; this one is where the person is.
    wallet.selectChain(Number(SubscriptionRef.getUnsafe(engine.networks.selected).id))
    output.state("connecting", { wallet: connector.id })
    yield* engine.connection.connectAndWait(connector.id)
    yield* attemptState(folder, () =>
      session.update({
        entries: staged.result(),
        wallet: {
          key: lasting(key),
          address: signer.address,
          snapshot: wallet.snapshot(),
          ...(plan.smartAccount && { smartAccount: true }),
        },
        world: worldOf(settings),
      }),
    )
    const facts = yield* factsOf(engine)
    yield* Effect.promise(() =>
      output.result({
        state: "connected",
        json: {
          wallet: facts.wallet,
          account: facts.account,
          address: facts.address,
          network: facts.network,
          accounts: facts.accounts,
        },
        lines: [facts.account],
        drawn: async (columns) =>
          (await import("../views/result.tsx")).result("Connected", [
            { label: "Wallet", text: facts.wallet.name },
            { label: "Account", text: facts.address },
            { label: "Network", text: `${facts.networkName} (${facts.network})` },
          ])(columns),
      }),
    )
    if (!plan.yes) output.say(`The same in one line: ${oneLine(plan, context.shared, facts.network)}`)
  })

const oneLine = (
  { key, smartAccount }: Extract<Plan, { _tag: "Connect" }>,
  shared: Shared,
  network: string,
): string =>
  [
    "wmodal connect --wallet dev",
    `--network ${network}`,
    ...worldTyped(shared),
    ...keyTyped(key),
    ...(smartAccount ? ["--smart-account"] : []),
    "--yes",
  ].join(" ")
