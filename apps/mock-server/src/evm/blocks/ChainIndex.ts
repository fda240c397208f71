import type { Network } from "@wmodal/protocol"
import { numberToHex } from "viem"
import * as z from "zod/mini"
import { perWorld } from "../../world/perWorld.ts"
import type { World } from "../../world/World.ts"
import type { Anvil } from "../Anvil.ts"
import { fetchRpcResults } from "../rpcResults.ts"
import {
  type ChainTransaction,
  decodeBlockTransactions,
  EvmBlock,
  Receipts,
  Traces,
} from "./ChainTransaction.ts"

/** Every transaction of one chain, read block by block. */
export interface ChainIndex {
  /**
   * Catches up with the chain and returns its transactions, oldest first, without reverted blocks.
   * @throws AnvilNotFound, AnvilFailed
   */
  readonly transactions: () => Promise<readonly ChainTransaction[]>
}

interface IndexedBlock {
  readonly number: number
  readonly hash: string
  readonly transactions: readonly ChainTransaction[]
}

/** The number of blocks requested in one batch. */
const batchSize = 500

const BlockId = z.nullable(z.pick(EvmBlock, { number: true, hash: true }))
const Counts = z.array(z.nullable(z.string()))

export const makeChainIndex = (chain: () => Promise<Pick<Anvil, "send">>): ChainIndex => {
  /** Blocks with transactions, oldest first. */
  let blocks: readonly IndexedBlock[] = []
  /** The last block that was read. */
  let seen: { readonly number: number; readonly hash: string } | null = null
  let working: Promise<unknown> = Promise.resolve()

  const stands = async (anvil: Pick<Anvil, "send">, { number, hash }: NonNullable<typeof seen>) => {
    const [block] = await fetchRpcResults(anvil, [["eth_getBlockByNumber", numberToHex(number), false]])
    return BlockId.parse(block)?.hash === hash
  }

  const forgetWhatWasTakenBack = async (anvil: Pick<Anvil, "send">) => {
    while (seen !== null && !(await stands(anvil, seen))) {
      const { number } = seen
      blocks = blocks.filter((block) => block.number < number)
      seen = blocks.at(-1) ?? null
    }
  }

  const catchUp = async () => {
    const anvil = await chain()
    await forgetWhatWasTakenBack(anvil)
    const [latest] = await fetchRpcResults(anvil, [["eth_getBlockByNumber", "latest", false]])
    const tip = BlockId.parse(latest)
    if (tip === null) return
    const read: IndexedBlock[] = []
    for (let first = (seen?.number ?? 0) + 1; first <= tip.number; first += batchSize)
      read.push(...(await fetchBlocks(anvil, first, Math.min(batchSize, tip.number + 1 - first))))
    blocks = [...blocks, ...read]
    seen = tip
  }

  return {
    transactions: async () => {
      // Reads run one after the other, so that no block is read twice.
      const mine = working.then(catchUp, catchUp)
      working = mine
      await mine
      return blocks.flatMap(({ transactions }) => transactions)
    },
  }
}

const fetchBlocks = async (
  anvil: Pick<Anvil, "send">,
  first: number,
  size: number,
): Promise<readonly IndexedBlock[]> => {
  const tags = Array.from({ length: size }, (_, index) => numberToHex(first + index))
  const counts = Counts.parse(
    await fetchRpcResults(
      anvil,
      tags.map((tag) => ["eth_getBlockTransactionCountByNumber", tag] as const),
    ),
  )
  const full = tags.filter((_, index) => Number(counts[index] ?? 0) > 0)
  const found: IndexedBlock[] = []
  for (const tag of full) {
    const [block, receipts, traces] = await fetchRpcResults(anvil, [
      ["eth_getBlockByNumber", tag, true],
      ["eth_getBlockReceipts", tag],
      ["trace_block", tag],
    ])
    // A block reverted meanwhile has no entry; the next query detects that.
    if (block === null || receipts === null) break
    const decoded = EvmBlock.parse(block)
    found.push({
      number: decoded.number,
      hash: decoded.hash,
      transactions: decodeBlockTransactions(decoded, Receipts.parse(receipts), Traces.parse(traces ?? [])),
    })
  }
  return found
}

const getIndexes = perWorld((world) => {
  const made = new Map<string, ChainIndex>()
  return (network: Network): ChainIndex => {
    const known = made.get(network.caipNetworkId)
    if (known !== undefined) return known
    const index = makeChainIndex(() => world.chain(network))
    made.set(network.caipNetworkId, index)
    return index
  }
})

/** Returns the shared index of a network's chain in a world. */
export const getChainIndex = (world: World, network: Network): ChainIndex => getIndexes(world)(network)
