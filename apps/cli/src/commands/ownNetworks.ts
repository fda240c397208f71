import { bitcoinNetworks, solanaNetworks } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { configError } from "../failure/CliError.ts"
import type { CommandPlan } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import { getDefaultCurrency, readOwnNetworks, toNetwork, writeOwnNetworks } from "../settings/ownNetworks.ts"
import { attemptState } from "../state/attemptState.ts"
import type { Command } from "./Command.ts"

const reportNetwork = ({ output }: Context, state: "added" | "removed", network: string, name: string) =>
  Effect.promise(() =>
    output.result({
      state,
      json: { [state]: network, name },
      lines: [network],
      drawn: async (columns) =>
        (await import("../views/renderFacts.tsx")).renderFacts(
          state === "added" ? "Network added" : "Network removed",
          [{ label: "Network", text: `${name} (${network})` }],
        )(columns),
    }),
  )

/** Wallets of Solana and Bitcoin support these networks only; EVM networks are identified by number. */
const nonEvmNetworks = [...solanaNetworks, ...bitcoinNetworks]

/** Adds a network, or replaces one with the same id. It overrides a built-in network until it is removed. */
export const addNetwork = (plan: Extract<CommandPlan, { _tag: "NetworksAdd" }>, context: Context): Command =>
  Effect.gen(function* () {
    const { folder, shared } = context
    const known = nonEvmNetworks.find(({ caipNetworkId }) => caipNetworkId === plan.network)
    if (known === undefined && !/^eip155:[1-9]\d{0,15}$/.test(plan.network)) {
      return yield* configError(
        `wmodal has no wallet for ${plan.network}.`,
        "Add an EVM network such as eip155:31337, or an RPC URL for a network that wmodal networks lists.",
      )
    }
    const url = shared.rpc.find(({ network }) => network === plan.network)?.url ?? ""
    const usual = getDefaultCurrency(plan.network)
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
    yield* reportNetwork(context, "added", added.network, toNetwork(added).name)
  })

export const removeNetwork = (
  plan: Extract<CommandPlan, { _tag: "NetworksRemove" }>,
  context: Context,
): Command =>
  Effect.gen(function* () {
    const { folder } = context
    const own = yield* attemptState(folder, () => readOwnNetworks(folder))
    const found = own.find(({ network }) => network === plan.network)
    if (found === undefined) {
      return yield* configError(
        `${plan.network} was not added by you.`,
        "Run wmodal networks to see the added networks.",
      )
    }
    yield* attemptState(folder, () =>
      writeOwnNetworks(
        folder,
        own.filter((network) => network !== found),
      ),
    )
    yield* reportNetwork(context, "removed", found.network, toNetwork(found).name)
  })
