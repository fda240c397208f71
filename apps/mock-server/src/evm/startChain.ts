import type { Network } from "@wmodal/protocol"
import { type Anvil, startAnvil } from "./Anvil.ts"
import state from "./generated/state.json" with { type: "json" }
import { genesisTimestamp } from "./genesis.ts"

/** Starts a network's chain from the saved state: funded test accounts and our two tokens. */
export type StartChain = (network: Network) => Promise<Anvil>

export const startChain: StartChain = (network) =>
  startAnvil({ chainId: Number(network.id), timestamp: genesisTimestamp, state: JSON.stringify(state) })
