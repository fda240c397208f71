import { type Hex, hexToBytes } from "viem"
import * as z from "zod/mini"
import { countFastLz } from "./fastLz.ts"

const wei = z.int().check(z.minimum(0))
const uint32 = z.int().check(z.minimum(0), z.maximum(2 ** 32 - 1))

/** The upgrades with a formula of their own, which each later one keeps until the next of these. Source: OP Stack. */
const forms = ["ecotone", "fjord", "isthmus"] as const

/** The terms of a rollup's fees on top of the gas. Source: OP Stack. */
export const RollupTraits = z
  .strictObject({
    /** The upgrade it has reached. Default: Isthmus. */
    form: z._default(z.enum(forms), "isthmus"),
    /** Wei of the parent chain's base fee, and of that for its blobs. */
    l1BaseFee: z._default(wei, 10_000_000_000),
    blobBaseFee: z._default(wei, 1_000_000_000),
    /** The defaults are plausible values, not those of a certain network. */
    baseFeeScalar: z._default(uint32, 5_227),
    blobBaseFeeScalar: z._default(uint32, 1_014_213),
    /** Millionths of a wei for a unit of gas that the operator takes, and wei for a transaction; only since Isthmus. */
    operatorFeeScalar: z._default(uint32, 0),
    operatorFeeConstant: z._default(wei, 0),
  })
  .check(
    z.refine(
      ({ form, operatorFeeConstant, operatorFeeScalar }) =>
        form === "isthmus" || (operatorFeeConstant === 0 && operatorFeeScalar === 0),
      "only a rollup of the form isthmus has an operator's fee",
    ),
  )
type RollupTraits = z.output<typeof RollupTraits>

/** The fees of a network that is a rollup. */
export interface Rollup {
  readonly traits: RollupTraits
  /** How many units of its currency one of the parent chain is worth. */
  readonly currencyRatio: bigint
}

/** An upgrade before Isthmus, which anvil does not charge for. */
type OlderForm = "ecotone" | "fjord"

/** A rollup before Isthmus. */
export type OlderRollup = Rollup & { readonly traits: { readonly form: OlderForm } }

/** Returns whether a rollup has not reached Isthmus, and so is none of anvil's. */
export const isOlder = (rollup: Rollup): rollup is OlderRollup => rollup.traits.form !== "isthmus"

/**
 * Counts the parent chain's gas for the data of a signed transaction: before Fjord by its bytes, since then by their
 * compressed size. Source: op-geth, core/types/rollup_cost.go.
 */
export const countDataGas = (form: OlderForm, signed: Hex): bigint =>
  form === "ecotone" ? countCalldataGas(signed) : (measure(signed) * 16n) / 1_000_000n

/** Returns what a rollup before Isthmus charges for the data of a signed transaction, in wei of its own currency. */
export const getDataFee = ({ currencyRatio, traits }: OlderRollup, signed: Hex): bigint => {
  const price =
    (BigInt(traits.l1BaseFee) * 16n * BigInt(traits.baseFeeScalar) +
      BigInt(traits.blobBaseFee) * BigInt(traits.blobBaseFeeScalar)) *
    currencyRatio
  return traits.form === "ecotone"
    ? (countCalldataGas(signed) * price) / 16_000_000n
    : (measure(signed) * price) / 1_000_000_000_000n
}

const countCalldataGas = (signed: Hex): bigint =>
  hexToBytes(signed).reduce((gas, byte) => gas + (byte === 0 ? 4n : 16n), 0n)

/** Measures a transaction in millionths of a compressed byte, as Fjord estimates it; 100 bytes at least. */
const measure = (signed: Hex): bigint => {
  const size = 836_500n * BigInt(countFastLz(signed)) - 42_585_600n
  return size > 100_000_000n ? size : 100_000_000n
}
