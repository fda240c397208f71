import { bytesToHex } from "@noble/hashes/utils.js"
import { getU16Decoder, getU32Decoder, getU64Decoder, type ReadonlyUint8Array } from "@solana/kit"
import type { Instruction } from "../wire/Instruction.ts"

/** What a swap gives at most, or what it returns at least. */
type Order = "given" | "returned"

/** What a swap takes at most and returns at least, in base units of assets that its data does not name. */
export interface SwapTerms {
  readonly most: bigint
  readonly least: bigint
  /** Which of both is exact. */
  readonly exact: Order
  /**
   * What the data may hold instead of the exact amount: the program reads one of them if the data is longer than it
   * should be.
   */
  readonly strays: readonly bigint[]
}

type TermsDecoder = (data: ReadonlyUint8Array) => SwapTerms | null

/** Returns the worst terms of a swap; `null` for one without a limit, or whose data cannot be read. */
export const decodeSwapTerms = (instruction: Instruction): SwapTerms | null =>
  findDecoder(instruction)?.(instruction.data) ?? null

/** Returns whether an instruction only swaps. What a node expects of it counts, though its route is not read. */
export const isSwap = (instruction: Instruction): boolean => findDecoder(instruction) !== undefined

const findDecoder = ({ data, programAddress }: Instruction): TermsDecoder | undefined => {
  const start = bytesToHex(Uint8Array.from(data.slice(0, 8)))
  return swaps.get(programAddress)?.find(([kind]) => start.startsWith(kind))?.[1]
}

const readU64 = (data: ReadonlyUint8Array, at: number) => getU64Decoder().decode(data, at)

const amounts =
  (at: number, first: Order): TermsDecoder =>
  (data) => {
    if (data.length < at + 16) return null
    const [one, other] = [readU64(data, at), readU64(data, at + 8)]
    return first === "given"
      ? { most: one, least: other, exact: first, strays: [] }
      : { most: other, least: one, exact: first, strays: [] }
  }

/** Bytes of a limit of the price. */
const limitBytes = 16

/**
 * An amount and a threshold. The byte at `side` says whether the amount is what is given, and each of `limits` is where a
 * limit of the price starts: where it is not 0, the program may return less than an exact return, for all that it may take
 * at most. Source: Orca, `PartialFillError`; Raydium, `exact_internal`.
 */
const threshold =
  (side: number, limits: readonly number[]): TermsDecoder =>
  (data) => {
    if (data.length <= side || limits.some((at) => data.length < at + limitBytes)) return null
    const isGiven = data[side] === 1
    const terms = amounts(8, isGiven ? "given" : "returned")(data)
    const isLimited = limits.some((at) => data.slice(at, at + limitBytes).some((byte) => byte > 0))
    return terms === null || isGiven || !isLimited ? terms : { ...terms, least: 0n }
  }

/** A quote with its slippage in hundredths of a percent. */
const toQuoted = (data: ReadonlyUint8Array, at: number, first: Order): Omit<SwapTerms, "strays"> => {
  const [amount, quoted] = [readU64(data, at), readU64(data, at + 8)]
  const slippage = BigInt(getU16Decoder().decode(data, at + 16))
  const left = slippage > whole ? 0n : whole - slippage
  return first === "given"
    ? { most: amount, least: (quoted * left) / whole, exact: first }
    : { most: (quoted * (whole + slippage)) / whole, least: amount, exact: first }
}
const whole = 10_000n

/** The quote is before the route. */
const quoteFirst =
  (at: number, first: Order): TermsDecoder =>
  (data) =>
    data.length < at + 18 ? null : { ...toQuoted(data, at, first), strays: [] }

/** Bytes of a step of a route at least: a place to trade, percent, and the indexes of two tokens. */
const minStepBytes = 4

/**
 * The quote is after the route, whose steps have no fixed size, and the program ignores what follows it: it may stand
 * anywhere after the smallest steps. `at` is that of the number of steps.
 */
const quoteLast =
  (at: number, first: Order): TermsDecoder =>
  (data) => {
    const quote = data.length - 19
    const steps = at + 4
    if (quote < steps) return null
    const start = steps + getU32Decoder().decode(data, at) * minStepBytes
    if (quote < start) return null
    const strays = Array.from({ length: quote - start }, (_, place) => readU64(data, start + place))
    return { ...toQuoted(data, quote, first), strays }
  }

/** The starts of the data of swaps, hex, by program: an Anchor program's are of SHA-256 of `global:<name>`. */
const swaps: ReadonlyMap<string, readonly (readonly [start: string, decode: TermsDecoder])[]> = new Map([
  [
    // Jupiter: route, shared_accounts_route, exact_out_route, shared_accounts_exact_out_route, and the v2 of each.
    "JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4",
    [
      ["e517cb977ae3ad2a", quoteLast(8, "given")],
      ["c1209b3341d69c81", quoteLast(9, "given")],
      ["d033ef977b2bed5c", quoteLast(8, "returned")],
      ["b0d169a89a7d453e", quoteLast(9, "returned")],
      ["bb64facc31c4af14", quoteFirst(8, "given")],
      ["d19853937cfed8e9", quoteFirst(9, "given")],
      ["9d8ab85215f4f324", quoteFirst(8, "returned")],
      ["3560e5cad8bbfa18", quoteFirst(9, "returned")],
    ],
  ],
  [
    // Orca: swap, swap_v2, two_hop_swap, two_hop_swap_v2.
    "whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc",
    [
      ["f8c69e91e17587c8", threshold(40, [24])],
      ["2b04ed0b1ac91e62", threshold(40, [24])],
      ["c360ed6c44a2dbe6", threshold(24, [27, 43])],
      ["ba8fd11dfe02c275", threshold(24, [27, 43])],
    ],
  ],
  [
    // Raydium: swap_base_in, swap_base_out.
    "675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8",
    [
      ["09", amounts(1, "given")],
      ["0b", amounts(1, "given")],
    ],
  ],
  [
    // Raydium, concentrated: swap, swap_v2.
    "CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK",
    [
      ["f8c69e91e17587c8", threshold(40, [24])],
      ["2b04ed0b1ac91e62", threshold(40, [24])],
    ],
  ],
  [
    // Raydium, constant product: swap_base_input, swap_base_output.
    "CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C",
    [
      ["8fbe5adac41e33de", amounts(8, "given")],
      ["37d96256a34ab4ad", amounts(8, "given")],
    ],
  ],
  [
    // Meteora: swap, swap2, swap_exact_out, swap_exact_out2, swap_with_price_impact, swap_with_price_impact2.
    "LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo",
    [
      ["f8c69e91e17587c8", amounts(8, "given")],
      ["414b3f4ceb5b5b88", amounts(8, "given")],
      ["fa49652126cf4bb8", amounts(8, "given")],
      ["2bd7f784893cf351", amounts(8, "given")],
      // They limit the price, not the amount.
      ["38ade6d0ade49ccd", () => null],
      ["4a62c0d6b1334b33", () => null],
    ],
  ],
])
