import type { Network } from "@wmodal/protocol"
import { type Anvil, startAnvil } from "./Anvil.ts"
import { genesisTimestamp } from "./genesis.ts"
import { genesisState } from "./genesisState.ts"

/** Starts a network's chain: funded test accounts, our tokens, collections and exchange. */
export type StartChain = (network: Network) => Promise<Anvil>

export const startChain: StartChain = (network) =>
  startAnvil({ chainId: Number(network.id), timestamp: genesisTimestamp, state: genesisState(network) })
