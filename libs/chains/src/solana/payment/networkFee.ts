import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import { fetchNodeOrNull } from "../../rpc/fetchNode.ts"
import { integerSchema } from "../account/SolanaAccount.ts"
import { programs } from "../program/programs.ts"
import { type ByteReader, makeByteReader } from "../wire/ByteReader.ts"
import type { Instruction } from "../wire/Instruction.ts"
import type { SolanaMessage } from "../wire/SolanaMessage.ts"

const lamportsPerSignature = 5_000n
const maxComputeUnits = 1_400_000n

/** What a transaction may compute for each of its instructions, unless it says otherwise: programs of the network itself take less. Source: Agave, compute budget. */
const nativeProgramUnits = 3_000n
const defaultProgramUnits = 200_000n
const nativePrograms: ReadonlySet<string> = new Set([
  programs.computeBudget,
  programs.system,
  programs.stake,
  "Vote111111111111111111111111111111111111111",
  "BPFLoaderUpgradeab1e11111111111111111111111",
])

/** They check signatures, each of which costs as one of the transaction's. */
const signatureVerifiers: ReadonlySet<string> = new Set([
  "Ed25519SigVerify111111111111111111111111111",
  "KeccakSecp256k11111111111111111111111111111",
  "Secp256r1SigVerify1111111111111111111111111",
])

/** What the network takes of a transaction, whatever becomes of it: all of it is known before. Lamports. */
export const getNetworkFee = (
  message: Pick<SolanaMessage, "signers">,
  instructions: readonly Instruction[],
): bigint => {
  const budget = <A>(kind: number, read: (reader: ByteReader) => A): A | undefined => {
    const found = instructions.find(
      ({ data, program }) =>
        program === programs.computeBudget && data[0] === kind && data.length >= (kind === 2 ? 5 : 9),
    )
    return found && read(makeByteReader(found.data.slice(1)))
  }
  const signatures = instructions.reduce(
    (sum, { data, program }) => sum + (signatureVerifiers.has(program) ? (data[0] ?? 0) : 0),
    message.signers,
  )
  const units =
    budget(2, (reader) => BigInt(reader.u32())) ??
    instructions.reduce(
      (sum, { program }) =>
        sum +
        (signatureVerifiers.has(program)
          ? 0n
          : nativePrograms.has(program)
            ? nativeProgramUnits
            : defaultProgramUnits),
      0n,
    )
  const price = budget(3, (reader) => reader.u64()) ?? 0n
  return (
    BigInt(signatures) * lamportsPerSignature +
    getPriorityFee(price, units < maxComputeUnits ? units : maxComputeUnits)
  )
}

/** @param price micro-lamports for each unit @returns lamports */
export const getPriorityFee = (price: bigint, units: bigint): bigint =>
  (price * units + 999_999n) / 1_000_000n

const Fees = z.array(z.object({ prioritizationFee: integerSchema }))

/** Micro-lamports. The least puts a payment before those that offer nothing, and costs next to nothing itself. */
const minUnitPriceMicroLamports = 10_000n
const maxUnitPriceMicroLamports = 5_000_000n

/** What three of four of the last blocks would have taken for writing to these accounts, within bounds. The least where a node does not tell. */
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
