import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Context } from "../session/Context.ts"
import { openWithoutWallet } from "../session/openEngine.ts"
import { loadSettings } from "../session/openSession.ts"
import { readOwnNetworks } from "../settings/ownNetworks.ts"
import { attemptState } from "../state/attemptState.ts"
import type { EngineCommand } from "./Command.ts"

/** Lists all known networks. Needs no wallet. */
export const networks = (context: Context): EngineCommand =>
  Effect.gen(function* () {
    const { folder, output } = context
    const settings = yield* loadSettings(context)
    const own = yield* attemptState(folder, () => readOwnNetworks(folder))
    const { engine } = yield* openWithoutWallet(context, settings)
    const selected = (settings.network ?? SubscriptionRef.getUnsafe(engine.networks.selected)).caipNetworkId
    const rows = engine.networks.configured.map((network) => ({
      network: network.caipNetworkId,
      name: network.name,
      symbol: network.nativeCurrency.symbol,
      decimals: network.nativeCurrency.decimals,
      testnet: network.testnet === true,
      added: own.some(({ network: id }) => id === network.caipNetworkId),
      selected: network.caipNetworkId === selected,
    }))
    yield* output.result({
      state: "networks",
      json: { selected, networks: rows },
      lines: rows.map((row) =>
        [row.network, row.name, row.symbol, ...(row.selected ? ["selected"] : [])].join("\t"),
      ),
      drawn: async () => (await import("../views/NetworkList.tsx")).renderNetworkList(rows),
    })
  })
