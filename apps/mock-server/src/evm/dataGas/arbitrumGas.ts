import { brotliCompressSync, constants } from "node:zlib"
import { type Hex, hexToBytes, keccak256, numberToHex } from "viem"
import * as z from "zod/mini"
import type { DataGas } from "./DataGas.ts"

const gwei = 1_000_000_000

/** The terms of Arbitrum's fees. Source: Nitro, arbos/l1pricing and arbos/tx_processor. */
export const ArbitrumTraits = z.strictObject({
  /** Wei of a unit of the parent chain's gas, which varies by up to a tenth from block to block. */
  l1Price: z._default(z.int().check(z.minimum(0), z.maximum(20 * gwei)), gwei),
  /** Wei per gas of each block. Default: Arbitrum One's minimum. */
  baseFee: z._default(z.int().check(z.minimum(10_000_000), z.maximum(10 * gwei)), 10_000_000),
})
type ArbitrumTraits = z.output<typeof ArbitrumTraits>

/** Units of the parent chain's gas for a byte of a compressed transaction. */
const unitsPerByte = 16n
/** What an estimate has on top of that: bytes, and ten-thousandths of units and of their price. */
const moreBytes = 16n
const unitsFactor = 10_100n
const priceFactor = 11_000n
const whole = 10_000n

/** Returns how Arbitrum charges: its estimates have room for another L1 price, and for less of its own. */
export const makeArbitrumGas = (traits: ArbitrumTraits): DataGas => {
  const baseFee = BigInt(traits.baseFee)
  const priceAt = (block: bigint): bigint => {
    // The parent chain's price cannot be foreseen, but is the same in each run.
    const percent = 90n + (BigInt(keccak256(numberToHex(block))) % 21n)
    return (BigInt(traits.l1Price) * percent) / 100n
  }
  return {
    baseFee,
    used: (signed, block) => (countBytes(signed) * unitsPerByte * priceAt(block)) / baseFee,
    estimate: (gas, signed, block) => {
      const units = ((countBytes(signed) + moreBytes) * unitsPerByte * unitsFactor) / whole
      const cost = (units * priceAt(block) * priceFactor) / whole
      const price = (baseFee * 7n) / 8n
      return gas + cost / price
    },
    toReceipt: (receipt, { block, dataGas }) => ({
      ...receipt,
      gasUsedForL1: numberToHex(dataGas),
      // About one block of the parent chain for 48 of Arbitrum's.
      l1BlockNumber: numberToHex(block / 48n + 20_000_000n),
    }),
  }
}

/** Counts the bytes of a transaction as they are posted to the parent chain. */
const countBytes = (signed: Hex): bigint =>
  BigInt(
    brotliCompressSync(hexToBytes(signed), {
      params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 22 },
    }).length,
  )
