import {
  encodeEventTopics,
  erc20Abi,
  type Hex,
  keccak256,
  numberToHex,
  pad,
  parseTransaction,
  size,
} from "viem"
import * as z from "zod/mini"
import type { ChargedTransaction, DataGas } from "./DataGas.ts"

/** The terms of ZKsync's fees. Source: ZKsync Era, fee model and bootloader. */
export const ZksyncTraits = z.strictObject({
  /** Gas for a byte of public data, which varies by up to a tenth from block to block. */
  gasPerPubdata: z._default(z.int().check(z.minimum(1), z.maximum(20_000)), 1_000),
  /** Wei per gas of each block. Default: that of ZKsync Era. */
  baseFee: z._default(z.int().check(z.minimum(10_000_000), z.maximum(10_000_000_000)), 45_250_000),
})
type ZksyncTraits = z.output<typeof ZksyncTraits>

/** The native currency as a token, whose logs tell what its transfers and fees move. */
export const zksyncTokenAddress = "0x000000000000000000000000000000000000800a"
/** Takes the fees. */
const bootloader = "0x0000000000000000000000000000000000008001"

/** Gas of any transaction, for its check and its proof. */
const intrinsicGas = 100_000n
/** Bytes of public data of any transaction: the balances and the nonce that it changes. */
const intrinsicPubdata = 100n

/** Returns how ZKsync charges: its estimates are far above what is used, and the rest comes back. */
export const makeZksyncGas = ({ baseFee, gasPerPubdata }: ZksyncTraits): DataGas => {
  const used = (signed: Hex, block: bigint): bigint => {
    const percent = 90n + (BigInt(keccak256(numberToHex(block))) % 21n)
    const pubdata = intrinsicPubdata + BigInt(size(parseTransaction(signed).data ?? "0x")) / 2n
    return intrinsicGas + (pubdata * BigInt(gasPerPubdata) * percent) / 100n
  }
  return {
    baseFee: BigInt(baseFee),
    used,
    // Source: ZKsync Era, estimate_gas_scale_factor.
    estimate: (gas, signed, block) => ((gas + used(signed, block)) * 13n) / 10n,
    toReceipt: (receipt, charged) => ({
      ...receipt,
      logs: withFeeLogs(receipt.logs, charged, BigInt(baseFee)),
      root: receipt.blockHash,
      l1BatchNumber: null,
      l1BatchTxIndex: null,
      l2ToL1Logs: [],
    }),
  }
}

/** Adds the transfers of the native currency: the whole fee first, what is sent, and at the end what comes back. */
const withFeeLogs = (
  logs: readonly Readonly<Record<string, unknown>>[],
  { from, gasUsed, signed, receipt, succeeded }: ChargedTransaction,
  baseFee: bigint,
) => {
  const { gas = 0n, to, value = 0n } = parseTransaction(signed)
  const move = (sender: Hex, recipient: Hex, units: bigint) => ({
    ...receipt,
    address: zksyncTokenAddress,
    topics: encodeEventTopics({
      abi: erc20Abi,
      eventName: "Transfer",
      args: { from: sender, to: recipient },
    }),
    data: pad(numberToHex(units)),
    removed: false,
  })
  return [
    move(from, bootloader, gas * baseFee),
    ...(value > 0n && to != null && succeeded ? [move(from, to, value)] : []),
    ...logs,
    move(bootloader, from, (gas - gasUsed) * baseFee),
  ].map((log, index) => ({ ...log, logIndex: numberToHex(index) }))
}
