import type { Instruction } from "./instructions.ts"

const lamportsPerSignature = 5_000n
const microLamportsPerLamport = 1_000_000n
const computeBudget = "ComputeBudget111111111111111111111111111111"
const maxUnits = 1_400_000n
const defaultUnits = 200_000n
const builtinUnits = 3_000n

/** Programs of the runtime itself, whose instructions are given less to compute with. */
const builtins: ReadonlySet<string> = new Set([
  computeBudget,
  "11111111111111111111111111111111",
  "Vote111111111111111111111111111111111111111",
  "BPFLoaderUpgradeab1e11111111111111111111111",
  "BPFLoader1111111111111111111111111111111111",
  "BPFLoader2111111111111111111111111111111111",
  "LoaderV411111111111111111111111111111111111",
])

/** Precompiles: each signature that they check costs as one of the transaction's. */
const checkers: ReadonlySet<string> = new Set([
  "Ed25519SigVerify111111111111111111111111111",
  "KeccakSecp256k11111111111111111111111111111",
  "Secp256r1SigVerify1111111111111111111111111",
])

/** Micro-lamports that the transaction offers for each unit of computation. */
export const unitPrice = (instructions: readonly Instruction[]): bigint =>
  budgetOf(instructions, 3, (data) => data.getBigUint64(1, true)) ?? 0n

/** In lamports: the signatures, and the priority that the transaction asks for. */
export const transactionFee = (signatures: number, instructions: readonly Instruction[]): bigint => {
  const checked = instructions.reduce(
    (sum, { program, data }) => (checkers.has(program) ? sum + (data[0] ?? 0) : sum),
    signatures,
  )
  const priority = unitPrice(instructions) * unitLimit(instructions)
  return (
    BigInt(checked) * lamportsPerSignature +
    (priority + microLamportsPerLamport - 1n) / microLamportsPerLamport
  )
}

const unitLimit = (instructions: readonly Instruction[]): bigint => {
  const asked = budgetOf(instructions, 2, (data) => BigInt(data.getUint32(1, true)))
  const limit =
    asked ??
    instructions.reduce(
      (sum, { program }) =>
        sum + (checkers.has(program) ? 0n : builtins.has(program) ? builtinUnits : defaultUnits),
      0n,
    )
  return limit < maxUnits ? limit : maxUnits
}

const budgetOf = (
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
