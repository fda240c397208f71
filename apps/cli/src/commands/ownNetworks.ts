import { bitcoinNetworks, polkadotNetworks, solanaNetworks } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { configError, usageError } from "../failure/CliError.ts"
import type { CommandPlan } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import { checkNode, toOtherNetworkError } from "../settings/nodeIdentity.ts"
import {
  findInvalidMember,
  getDefaultCurrency,
  isNumberedNetwork,
  readOwnNetworks,
  toNetwork,
  writeOwnNetworks,
} from "../settings/ownNetworks.ts"
import { requireEncryption } from "../settings/requireEncryption.ts"
import { attemptState } from "../state/attemptState.ts"
import { drawFacts } from "../views/drawFacts.ts"
import type { Command, EngineCommand } from "./Command.ts"

const reportNetwork = (
  { output }: Context,
  state: "added" | "removed",
  network: string,
  name: string,
  checked?: boolean,
) =>
  output.result({
    state,
    json: { [state]: network, name, ...(checked !== undefined && { checked }) },
    lines: [network],
    drawn: drawFacts(state === "added" ? "Network added" : "Network removed", [
      { label: "Network", text: `${name} (${network})` },
      ...(checked === false
        ? [{ label: "Node", text: "It did not respond, so its network is not checked." }]
        : []),
    ]),
  })

/** Wallets of Solana and Bitcoin support these networks only; others are identified by number. */
const nonEvmNetworks = [...solanaNetworks, ...bitcoinNetworks, ...polkadotNetworks]

/**
 * Adds a network, or replaces one with the same id. It overrides a built-in network until it is removed. A node of
 * another network is refused; one that does not respond is added, and the result says so.
 */
export const addNetwork = (
  plan: Extract<CommandPlan, { _tag: "NetworksAdd" }>,
  context: Context,
): EngineCommand =>
  Effect.gen(function* () {
    const { folder, shared } = context
    const known = nonEvmNetworks.find(({ caipNetworkId }) => caipNetworkId === plan.network)
    if (known === undefined && !isNumberedNetwork(plan.network)) {
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
    const invalid = findInvalidMember(added)
    if (invalid !== null) return yield* invalidMemberErrors[invalid]
    yield* requireEncryption([{ name: `The node of ${plan.network}`, url, hint: "--rpc <url>" }])
    const network = toNetwork(added)
    const served = yield* context.prompts.during("Checking the node", checkNode(url, network))
    if (served !== null && served !== "unreachable") return yield* toOtherNetworkError(network, served)
    yield* attemptState(folder, () =>
      writeOwnNetworks(folder, [
        ...readOwnNetworks(folder).filter(({ network }) => network !== plan.network),
        added,
      ]),
    )
    yield* reportNetwork(context, "added", added.network, network.name, served === null)
  })

const invalidMemberErrors = {
  network: usageError("The network is not valid.", "Use namespace:reference, such as eip155:31337."),
  url: usageError("--rpc is not a valid http: or https: URL.", "--rpc <url>"),
  name: usageError("--name must have 1 to 64 characters.", "--name <name>"),
  symbol: usageError("--symbol must have 1 to 16 characters.", "--symbol <symbol>"),
  decimals: usageError("--decimals must be a whole number from 0 to 36.", "--decimals <n>"),
} as const

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
