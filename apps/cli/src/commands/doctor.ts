import { type Network, namespaces, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Check } from "../doctor/Check.ts"
import { checkEndpoints } from "../doctor/endpoints.ts"
import { checkMachine } from "../doctor/machine.ts"
import { checkNetwork } from "../doctor/network.ts"
import { checkRelay } from "../doctor/relay.ts"
import type { ExitName } from "../failure/exitCodes.ts"
import type { Context } from "../session/Context.ts"
import { openWithoutWallet } from "../session/openEngine.ts"
import { loadSettings } from "../session/openSession.ts"
import { getConnectedChains } from "../session/remoteSessions.ts"
import { attemptState } from "../state/attemptState.ts"
import type { EngineCommand } from "./Command.ts"

/**
 * Checks the machine, the endpoints, the active network and one of every other chain. Exits with the worst result: 3
 * for a problem of this machine, else 7 for an unreachable service.
 */
export const doctor = (context: Context): EngineCommand =>
  Effect.gen(function* () {
    const machine = yield* checkMachine(context)
    const settings = yield* loadSettings(context)
    const { engine } = yield* openWithoutWallet(context, settings)
    const selected = settings.network ?? SubscriptionRef.getUnsafe(engine.networks.selected)
    const wallets = getConnectedChains(yield* attemptState(context.folder, context.session.state))
    const others = namespaces.flatMap((namespace) =>
      namespace === selected.chainNamespace ? [] : engine.networks.ofNamespace(namespace).slice(0, 1),
    )
    const isUsed = ({ chainNamespace }: Network) =>
      wallets.some(({ namespace }) => namespace === chainNamespace)
    const networks = [selected, ...others].map((network) =>
      checkNetwork(
        settings,
        network,
        network === selected || isUsed(network) ? null : network.chainNamespace,
      ),
    )
    const checks: readonly Check[] = [
      ...machine,
      ...(yield* context.prompts.during(
        "Checking the endpoints and networks",
        Effect.map(
          Effect.all(
            [
              checkEndpoints(settings),
              checkRelay(settings),
              Effect.all(networks, { concurrency: "unbounded" }),
            ],
            {
              concurrency: "unbounded",
            },
          ),
          (found) => found.flat(),
        ),
      )),
    ]
    const failed = checks.filter(({ status }) => status === "failed")
    yield* context.output.result({
      state: "doctor",
      json: { ok: failed.length === 0, checks },
      lines: checks.map(({ name, status, detail }) => `${status}\t${name}\t${detail}`),
      drawn: async () => (await import("../views/CheckList.tsx")).renderCheckList(checks),
    })
    const verdict: ExitName =
      failed.length === 0 ? "ok" : failed.some(({ about }) => about === "machine") ? "config" : "network"
    return verdict
  })
