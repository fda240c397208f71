import * as z from "zod/mini"
import { genesisSlot } from "../chain/genesis.ts"
import { slotsPerEpoch } from "../chain/SolanaChain.ts"
import { Context, Pubkey, U64 } from "./params.ts"
import { apiVersion, makeMethod, type SolanaMethod, withSlot } from "./SolanaMethod.ts"
import { invalidParams, SolanaRpcError } from "./SolanaRpcError.ts"

/** The first four bytes of the Agave feature set, as a number. */
const featureSet = 1_416_569_292
const maxFeeAccounts = 128
const maxFeeSlots = 150

const noParams = z.union([z.tuple([]), z.tuple([Context])])

/** Methods for the network as a whole. */
export const clusterMethods: Readonly<Record<string, SolanaMethod>> = {
  getHealth: makeMethod(z.tuple([]), () => "ok"),
  getVersion: makeMethod(z.tuple([]), () => ({ "feature-set": featureSet, "solana-core": apiVersion })),
  getGenesisHash: makeMethod(z.tuple([]), (chain) => chain.genesisHash),
  getSlot: makeMethod(noParams, (chain) => chain.head().slot),
  getBlockHeight: makeMethod(noParams, (chain) => chain.head().height),
  getTransactionCount: makeMethod(noParams, (chain) => chain.transactions().length),
  getFirstAvailableBlock: makeMethod(z.tuple([]), () => genesisSlot),
  minimumLedgerSlot: makeMethod(z.tuple([]), () => genesisSlot),

  getEpochInfo: makeMethod(noParams, (chain) => {
    const { slot, height } = chain.head()
    return {
      absoluteSlot: slot,
      blockHeight: height,
      epoch: Math.floor(slot / slotsPerEpoch),
      slotIndex: slot % slotsPerEpoch,
      slotsInEpoch: slotsPerEpoch,
      transactionCount: chain.transactions().length,
    }
  }),

  getEpochSchedule: makeMethod(z.tuple([]), () => ({
    firstNormalEpoch: 0,
    firstNormalSlot: 0,
    leaderScheduleSlotOffset: slotsPerEpoch,
    slotsPerEpoch,
    warmup: false,
  })),

  getLatestBlockhash: makeMethod(noParams, (chain) => {
    const { blockhash } = chain.head()
    return withSlot(chain, { blockhash, lastValidBlockHeight: chain.lastValidHeight(blockhash) })
  }),

  isBlockhashValid: makeMethod(z.tuple([Pubkey, Context]), (chain, [blockhash]) =>
    withSlot(chain, chain.lastValidHeight(blockhash) !== null),
  ),

  getBlockTime: makeMethod(z.tuple([U64]), (chain, [slot]) => {
    if (slot < genesisSlot)
      throw new SolanaRpcError({
        code: -32001,
        text: `Block ${slot} cleaned up, does not exist on node. First available block: ${genesisSlot}`,
      })
    if (slot > chain.head().slot)
      throw new SolanaRpcError({ code: -32004, text: `Block not available for slot ${slot}` })
    return chain.timeOf(slot)
  }),

  getMinimumBalanceForRentExemption: makeMethod(z.tuple([U64, Context]), (chain, [bytes]) =>
    chain.svm.minimumBalanceForRentExemption(BigInt(bytes)),
  ),

  getRecentPrioritizationFees: makeMethod(z.tuple([z.nullish(z.array(Pubkey))]), (chain, [addresses]) => {
    if (addresses && addresses.length > maxFeeAccounts)
      throw invalidParams(`Too many inputs provided; max ${maxFeeAccounts}`)
    const { slot: newest } = chain.head()
    const paid = new Map(
      chain
        .transactions()
        .filter(({ keys }) =>
          (addresses ?? []).every((address) => keys.some((key) => key.writable && key.address === address)),
        )
        .map(({ block, unitPrice }) => [block.slot, unitPrice]),
    )
    const slots = Math.min(maxFeeSlots, newest - genesisSlot + 1)
    return Array.from({ length: slots }, (_, index) => {
      const slot = newest - slots + 1 + index
      return { prioritizationFee: paid.get(slot) ?? 0n, slot }
    })
  }),
}
