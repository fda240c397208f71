import type { Network } from "@wmodal/protocol"
import { type Anvil, startAnvil } from "./Anvil.ts"
import { type ChainTraits, getDataGas, getRollup, hasCeloToken } from "./ChainTraits.ts"
import { isOlder } from "./dataGas/dataFee.ts"
import { withDataFee } from "./dataGas/withDataFee.ts"
import { withDataGas } from "./dataGas/withDataGas.ts"
import { genesisTimestamp } from "./genesis.ts"
import { makeGenesisState } from "./genesisState.ts"
import { fetchRpcResults } from "./rpcResults.ts"
import { getSavedState, type SavedChain } from "./savedChain.ts"

/**
 * Starts a network's chain from its saved state, or else from genesis: funded test accounts, tokens, collections and
 * exchange. Starting makes no block.
 */
export type StartChain = (network: Network, saved: SavedChain | null, traits?: ChainTraits) => Promise<Anvil>

export const startChain: StartChain = async (network, saved, traits = {}) => {
  const rollup = getRollup(traits, network)
  const anvil = await startAnvil({
    chainId: Number(network.id),
    timestamp: saved?.timestamp ?? genesisTimestamp,
    state: saved === null ? makeGenesisState(network, traits) : getSavedState(saved),
    isRollup: rollup !== null && !isOlder(rollup),
    isCelo: hasCeloToken(traits, network),
  })
  await fetchRpcResults(anvil, [["evm_setAutomine", false]])
  if (rollup !== null && isOlder(rollup)) return withDataFee(anvil, rollup)
  const dataGas = getDataGas(traits, network)
  return dataGas === null ? anvil : withDataGas(anvil, dataGas)
}
