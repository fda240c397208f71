import type { Instruction } from "./instructions.ts"

const lamportsPerSignature = 5_000n
const microLamportsPerLamport = 1_000_000n
const computeBudget = "ComputeBudget111111111111111111111111111111"
const maxComputeUnits = 1_400_000n
const defaultComputeUnits = 200_000n
const builtinComputeUnits = 3_000n

/** Builtin programs, which have a lower compute unit limit per instruction. */
const builtins: ReadonlySet<string> = new Set([
  computeBudget,
  "11111111111111111111111111111111",
  "Vote111111111111111111111111111111111111111",
  "BPFLoaderUpgradeab1e11111111111111111111111",
  "BPFLoader1111111111111111111111111111111111",
  "BPFLoader2111111111111111111111111111111111",
  "LoaderV411111111111111111111111111111111111",
])

/** Precompiles: each signature that they verify costs as much as a transaction signature. */
const signaturePrecompiles: ReadonlySet<string> = new Set([
  "Ed25519SigVerify111111111111111111111111111",
  "KeccakSecp256k11111111111111111111111111111",
  "Secp256r1SigVerify1111111111111111111111111",
])

/** Returns the compute unit price that the transaction offers, in micro-lamports. */
export const getUnitPrice = (instructions: readonly Instruction[]): bigint =>
  readComputeBudget(instructions, 3, (data) => data.getBigUint64(1, true)) ?? 0n

/** Computes signature fee plus priority fee, in lamports. */
export const computeTransactionFee = (signatures: number, instructions: readonly Instruction[]): bigint => {
  const checked = instructions.reduce(
    (sum, { program, data }) => (signaturePrecompiles.has(program) ? sum + (data[0] ?? 0) : sum),
    signatures,
  )
  const priority = getUnitPrice(instructions) * getUnitLimit(instructions)
  return (
    BigInt(checked) * lamportsPerSignature +
    (priority + microLamportsPerLamport - 1n) / microLamportsPerLamport
  )
}

const getUnitLimit = (instructions: readonly Instruction[]): bigint => {
  const asked = readComputeBudget(instructions, 2, (data) => BigInt(data.getUint32(1, true)))
  const limit =
    asked ??
    instructions.reduce(
      (sum, { program }) =>
        sum +
        (signaturePrecompiles.has(program)
          ? 0n
          : builtins.has(program)
            ? builtinComputeUnits
            : defaultComputeUnits),
      0n,
    )
  return limit < maxComputeUnits ? limit : maxComputeUnits
}

const readComputeBudget = (
  instructions: readonly Instruction[],
  kind: number,
  read: (data: DataView) => bigint,
): bigint | undefined => {
  const length = kind === 2 ? 5 : 9
  const found = instructions.find(
    ({ program, data }) => program === computeBudget && data[0] === kind && data.length >= length,
  )
  return found && read(new DataView(found.data.buffer, found.data.byteOffset))
}
