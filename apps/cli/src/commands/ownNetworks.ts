import type { CaipNetworkId, Namespace } from "@wmodal/protocol"
import { Effect } from "effect"
import { type CliError, config } from "../failure/CliError.ts"
import type { Plan } from "../plan/Plan.ts"
import type { Context } from "../session/Context.ts"
import {
  namespaceOf,
  networkOf,
  readOwnNetworks,
  unlessSaid,
  writeOwnNetworks,
} from "../settings/ownNetworks.ts"
import { attemptState } from "../state/attemptState.ts"
import type { Command } from "./Command.ts"

const say = ({ output }: Context, state: "added" | "removed", network: string, name: string) =>
  Effect.promise(() =>
    output.result({
      state,
      json: { [state]: network, name },
      lines: [network],
      drawn: async (columns) =>
        (await import("../views/result.tsx")).result(
          state === "added" ? "Network added" : "Network removed",
          [{ label: "Network", text: `${name} (${network})` }],
        )(columns),
    }),
  )

/** How the reference of a network is written. Source: the CAIP-2 profiles of each namespace. */
const references: Readonly<Record<Namespace, RegExp | null>> = {
  eip155: /^[1-9]\d{0,15}$/,
  solana: /^[1-9A-HJ-NP-Za-km-z]{32}$/,
  bip122: /^[0-9a-f]{32}$/,
  polkadot: null,
}

const refusalOf = (network: CaipNetworkId): CliError | null => {
  const [, reference = ""] = network.split(":")
  return references[namespaceOf(network)]?.test(reference) === true
    ? null
    : config(
        `${network} is no network that this version knows.`,
        "Networks are written as eip155:31337, solana:<32 of its genesis hash> or bip122:<32 of its first block>.",
      )
}

/** Adding a network again replaces it; one of the table is replaced for as long as the own one stands. */
export const addNetwork = (plan: Extract<Plan, { _tag: "NetworksAdd" }>, context: Context): Command =>
  Effect.gen(function* () {
    const { folder, shared } = context
    const wrong = refusalOf(plan.network)
    if (wrong !== null) return yield* wrong
    const url = shared.rpc.find(({ network }) => network === plan.network)?.url ?? ""
    const usual = unlessSaid(plan.network)
    const added = {
      network: plan.network,
      url,
      name: plan.name ?? plan.network,
      symbol: plan.symbol ?? usual.symbol,
      decimals: plan.decimals ?? usual.decimals,
    }
    yield* attemptState(folder, () =>
      writeOwnNetworks(folder, [
        ...readOwnNetworks(folder).filter(({ network }) => network !== plan.network),
        added,
      ]),
    )
    yield* say(context, "added", added.network, networkOf(added).name)
  })

export const removeNetwork = (plan: Extract<Plan, { _tag: "NetworksRemove" }>, context: Context): Command =>
  Effect.gen(function* () {
    const { folder } = context
    const own = yield* attemptState(folder, () => readOwnNetworks(folder))
    const found = own.find(({ network }) => network === plan.network)
    if (found === undefined) {
      return yield* config(`${plan.network} was not added by you.`, "wmodal networks lists them.")
    }
    yield* attemptState(folder, () =>
      writeOwnNetworks(
        folder,
        own.filter((network) => network !== found),
      ),
    )
    yield* say(context, "removed", found.network, networkOf(found).name)
  })
