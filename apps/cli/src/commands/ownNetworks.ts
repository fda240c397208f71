import { bitcoinNetworks, solanaNetworks } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { config } from "../failure/CliError.ts"
import type { Plan } from "../plan/Plan.ts"
import type { Context } from "../session/Context.ts"
import { networkOf, readOwnNetworks, unlessSaid, writeOwnNetworks } from "../settings/ownNetworks.ts"
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

/** Wallets of Solana and Bitcoin know these chains' own networks alone; EVM ones are known by their number. */
const others = [...solanaNetworks, ...bitcoinNetworks]

/** Adding a network again replaces it; one of the table is replaced for as long as the own one stands. */
export const addNetwork = (plan: Extract<Plan, { _tag: "NetworksAdd" }>, context: Context): Command =>
  Effect.gen(function* () {
    const { folder, shared } = context
    const known = others.find(({ caipNetworkId }) => caipNetworkId === plan.network)
    if (known === undefined && !/^eip155:[1-9]\d{0,15}$/.test(plan.network)) {
      return yield* config(
        `No wallet is on ${plan.network}.`,
        "Add an EVM network such as eip155:31337, or a node of your own for one that wmodal networks lists.",
      )
    }
    const url = shared.rpc.find(({ network }) => network === plan.network)?.url ?? ""
    const usual = unlessSaid(plan.network)
    const added = {
      network: plan.network,
      url,
      name: plan.name ?? known?.name ?? plan.network,
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
