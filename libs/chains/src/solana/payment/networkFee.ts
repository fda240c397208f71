import type { FixedSizeDecoder } from "@solana/kit"
import {
  getSetComputeUnitLimitInstructionDataDecoder,
  getSetComputeUnitPriceInstructionDataDecoder,
  SET_COMPUTE_UNIT_LIMIT_DISCRIMINATOR,
  SET_COMPUTE_UNIT_PRICE_DISCRIMINATOR,
} from "@solana-program/compute-budget"
import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import { fetchNodeOrNull } from "../../rpc/fetchNode.ts"
import { integerSchema } from "../account/SolanaAccount.ts"
import { programs } from "../program/programs.ts"
import type { Instruction } from "../wire/Instruction.ts"
import type { SolanaMessage } from "../wire/SolanaMessage.ts"

const lamportsPerSignature = 5_000n
const maxComputeUnits = 1_400_000n

/** The default compute units per instruction of a native program. Source: Agave, compute budget. */
const nativeProgramUnits = 3_000n
const defaultProgramUnits = 200_000n
const nativePrograms: ReadonlySet<string> = new Set([
  programs.computeBudget,
  programs.system,
  programs.stake,
  "Vote111111111111111111111111111111111111111",
  programs.upgradeableLoader,
])

/** Precompiles that verify signatures. Each costs as much as one of the transaction's own. */
const signatureVerifiers: ReadonlySet<string> = new Set([
  "Ed25519SigVerify111111111111111111111111111",
  "KeccakSecp256k11111111111111111111111111111",
  "Secp256r1SigVerify1111111111111111111111111",
])

/** Returns the network fee in lamports, which is known in advance and independent of the outcome. */
export const getNetworkFee = (
  { header }: Pick<SolanaMessage, "header">,
  instructions: readonly Instruction[],
): bigint => {
  const budget = <A>(discriminator: number, decoder: FixedSizeDecoder<A>): A | undefined => {
    const found = instructions.find(
      ({ data, programAddress }) =>
        programAddress === programs.computeBudget &&
        data[0] === discriminator &&
        data.length >= decoder.fixedSize,
    )
    return found && decoder.decode(found.data)
  }
  const signatures = instructions.reduce(
    (sum, { data, programAddress }) => sum + (signatureVerifiers.has(programAddress) ? (data[0] ?? 0) : 0),
    header.numSignerAccounts,
  )
  const limit = budget(SET_COMPUTE_UNIT_LIMIT_DISCRIMINATOR, getSetComputeUnitLimitInstructionDataDecoder())
  const units =
    limit === undefined
      ? instructions.reduce((sum, { programAddress }) => sum + getDefaultUnits(programAddress), 0n)
      : BigInt(limit.units)
  const priced = budget(SET_COMPUTE_UNIT_PRICE_DISCRIMINATOR, getSetComputeUnitPriceInstructionDataDecoder())
  const price = priced?.microLamports ?? 0n
  return (
    BigInt(signatures) * lamportsPerSignature +
    getPriorityFee(price, units < maxComputeUnits ? units : maxComputeUnits)
  )
}

const getDefaultUnits = (program: string): bigint => {
  if (signatureVerifiers.has(program)) return 0n
  return nativePrograms.has(program) ? nativeProgramUnits : defaultProgramUnits
}

/** @param price micro-lamports for each unit @returns lamports */
export const getPriorityFee = (price: bigint, units: bigint): bigint =>
  (price * units + 999_999n) / 1_000_000n

const Fees = z.array(z.object({ prioritizationFee: integerSchema }))

/** Micro-lamports. The minimum price, which precedes payments without one at almost no cost. */
const minUnitPriceMicroLamports = 10_000n
const maxUnitPriceMicroLamports = 5_000_000n

/**
 * Fetches the price that three of four recent blocks would have accepted for these writable accounts, within bounds.
 * Falls back to the minimum if the node does not report it.
 */
export const fetchUnitPrice = (rpc: Rpc, written: readonly string[]): Effect.Effect<bigint, RpcError> =>
  Effect.map(
    fetchNodeOrNull(rpc, ["getRecentPrioritizationFees", written], (answer) => {
      const decoded = Fees.safeParse(answer)
      return decoded.success ? decoded.data.map(({ prioritizationFee }) => BigInt(prioritizationFee)) : null
    }),
    (fees) => {
      const sorted = (fees ?? []).toSorted((one, other) => (one < other ? -1 : 1))
      const price = sorted[Math.floor(sorted.length * 0.75)] ?? 0n
      return price < minUnitPriceMicroLamports
        ? minUnitPriceMicroLamports
        : price > maxUnitPriceMicroLamports
          ? maxUnitPriceMicroLamports
          : price
    },
  )
