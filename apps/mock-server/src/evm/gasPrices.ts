import * as z from "zod/mini"
import type { Anvil } from "./Anvil.ts"
import { fetchRpcResults } from "./rpcResults.ts"

/** Wei per unit of gas: sufficient, and faster. */
export interface GasPrices {
  readonly standard: bigint
  readonly fast: bigint
  readonly instant: bigint
}

const Wei = z.pipe(
  z.string(),
  z.transform((hex) => BigInt(hex)),
)
const FeeHistory = z.object({
  baseFeePerGas: z.array(Wei),
  gasUsedRatio: z.array(z.number()),
  reward: z.array(z.array(Wei)),
})

const feeHistoryBlocks = 20
/** The 10th, 50th and 90th percentile of the tips in a block, each with its minimum. */
const tipLevels = [
  { percentile: 10, least: 1_000_000_000n },
  { percentile: 50, least: 1_500_000_000n },
  { percentile: 90, least: 2_000_000_000n },
] as const

/** Returns the base fee of the next block, and as tip the median of the last twenty non-empty blocks. */
export const fetchGasPrices = async (anvil: Pick<Anvil, "send">): Promise<GasPrices> => {
  const percentiles = tipLevels.map(({ percentile }) => percentile)
  const [history] = await fetchRpcResults(anvil, [
    ["eth_feeHistory", `0x${feeHistoryBlocks.toString(16)}`, "latest", percentiles],
  ])
  const { baseFeePerGas, gasUsedRatio, reward } = FeeHistory.parse(history)
  const base = baseFeePerGas.at(-1) ?? 0n
  const filled = reward.filter((_, block) => gasUsedRatio[block] !== 0)
  const price = (index: 0 | 1 | 2) => {
    const taken = filled
      .map((rewards) => rewards[index] ?? 0n)
      .toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    const median = taken[taken.length >> 1] ?? 0n
    const { least } = tipLevels[index]
    return base + (median > least ? median : least)
  }
  return { standard: price(0), fast: price(1), instant: price(2) }
}
