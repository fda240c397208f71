import { base58 } from "@scure/base"
import { encodeBase64, encodeHex } from "@wmodal/chains/internal"
import type { RequestedTransaction, SolanaStep } from "../standard/StandardRequest.ts"
import type { ParsedInstruction, ParsedTransaction } from "./readTransaction.ts"
import type { SolanaToken } from "./SolanaToken.ts"

const systemProgram = "11111111111111111111111111111111"
const computeBudget = "ComputeBudget111111111111111111111111111111"
const tokenPrograms = [
  "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
  "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
]
const associatedTokens = "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL"
const memos = ["MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr", "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo"]

/** Decodes a transaction as shown to the user. */
export const toRequestedTransaction = (
  read: ParsedTransaction,
  tokens: readonly SolanaToken[],
): RequestedTransaction => ({
  transaction: encodeBase64(read.bytes),
  steps: read.instructions
    .filter(({ data, program }) => program !== computeBudget && !isAdvance(program, data))
    .map((instruction) => decodeInstruction(instruction, tokens)),
  feePayer: read.signers[0] ?? "",
  maxFee: `${getMaxFee(read)}`,
  isDurable: isAdvance(read.instructions[0]?.program, read.instructions[0]?.data),
})

/**
 * Reports a durable nonce: the transaction needs no recent block. Source: the System program's AdvanceNonceAccount.
 */
const isAdvance = (program: string | undefined, data: Uint8Array | undefined): boolean =>
  program === systemProgram && data !== undefined && data.length >= 4 && data[0] === 4

const lamportsPerSignature = 5000n
/** Per instruction, where the transaction does not set another limit. */
const defaultComputeUnits = 200_000n
const maxComputeUnits = 1_400_000n

/** Returns the maximum fee in lamports: the signatures and the priority fee. */
const getMaxFee = ({ instructions, signers }: ParsedTransaction): bigint => {
  const budget = instructions.filter(({ program }) => program === computeBudget)
  const asked = (tag: number, length: number) =>
    budget.map(({ data }) => data).find((data) => data[0] === tag && data.length === length)
  const others = BigInt(instructions.length - budget.length)
  const limit = asked(2, 5)
  const price = asked(3, 9)
  const wanted =
    limit === undefined ? defaultComputeUnits * others : BigInt(toDataView(limit).getUint32(1, true))
  const units = wanted < maxComputeUnits ? wanted : maxComputeUnits
  const microLamports = price === undefined ? 0n : units * toDataView(price).getBigUint64(1, true)
  return lamportsPerSignature * BigInt(signers.length) + (microLamports + 999_999n) / 1_000_000n
}

const toDataView = ({ buffer, byteLength, byteOffset }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength)

/** Decodes an instruction of a known program exactly, else returns `Other`. */
const decodeInstruction = (instruction: ParsedInstruction, tokens: readonly SolanaToken[]): SolanaStep => {
  const { accounts, data, program } = instruction
  const other: SolanaStep = { _tag: "Other", program, data: encodeHex(data) }
  const step = memos.includes(program)
    ? decodeNote(data)
    : program === systemProgram
      ? decodeSystemInstruction(accounts, data)
      : tokenPrograms.includes(program)
        ? decodeTokenInstruction(accounts, data, tokens)
        : program === associatedTokens
          ? decodeOpenAccount(accounts, data)
          : null
  return step ?? other
}

const decodeNote = (data: Uint8Array): SolanaStep | null => {
  try {
    return { _tag: "Note", text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data) }
  } catch {
    return null
  }
}

/** Source: the System program; the tag is 32 bits. */
const decodeSystemInstruction = (
  [first, second, third]: readonly string[],
  data: Uint8Array,
): SolanaStep | null => {
  if (data.length < 12 || first === undefined || second === undefined) return null
  const tag = toDataView(data).getUint32(0, true)
  const amount = `${toDataView(data).getBigUint64(4, true)}`
  // CreateAccount funds the new account.
  if (tag === 0 && data.length === 52) return { _tag: "SendSol", from: first, to: second, amount }
  if (tag === 2 && data.length === 12) return { _tag: "SendSol", from: first, to: second, amount }
  if (tag === 11 && third !== undefined) return { _tag: "SendSol", from: first, to: third, amount }
  return null
}

/** Source: the Token and Token-2022 programs; the tag is one byte. */
const decodeTokenInstruction = (
  accounts: readonly string[],
  data: Uint8Array,
  tokens: readonly SolanaToken[],
): SolanaStep | null => {
  const [first, second, third] = accounts
  if (first === undefined || second === undefined) return null
  const amountAt = (offset: number) => `${toDataView(data).getBigUint64(offset, true)}`
  const checked = (amount: string, decimals: number | undefined): SolanaStep | null => {
    if (third === undefined || decimals === undefined) return null
    const symbol = tokens.find(({ mint }) => mint === second)?.symbol ?? null
    return { _tag: "SendToken", from: first, to: third, amount, mint: second, decimals, symbol }
  }
  const tag = data[0]
  if (tag === 3 && data.length === 9)
    return {
      _tag: "SendToken",
      from: first,
      to: second,
      amount: amountAt(1),
      mint: null,
      decimals: null,
      symbol: null,
    }
  if (tag === 12 && data.length === 10) return checked(amountAt(1), data[9])
  // TransferCheckedWithFee: the mint takes a fee.
  if (tag === 26 && data[1] === 1 && data.length === 19) return checked(amountAt(2), data[10])
  if (tag === 4 && data.length === 9)
    return { _tag: "Approve", from: first, delegate: second, amount: amountAt(1) }
  if (tag === 13 && data.length === 10 && third !== undefined)
    return { _tag: "Approve", from: first, delegate: third, amount: amountAt(1) }
  if (tag === 6 && data.length === 35 && data[2] === 1)
    return { _tag: "SetAuthority", account: first, to: base58.encode(data.slice(3)) }
  if (tag === 6 && data.length === 3) return { _tag: "SetAuthority", account: first, to: null }
  if (tag === 9 && data.length === 1) return { _tag: "CloseAccount", account: first, to: second }
  return null
}

/** Source: the Associated Token Account program: Create, and CreateIdempotent. */
const decodeOpenAccount = (
  [payer, account, owner, mint]: readonly string[],
  data: Uint8Array,
): SolanaStep | null =>
  payer === undefined ||
  account === undefined ||
  owner === undefined ||
  mint === undefined ||
  data.length > 1 ||
  (data[0] ?? 0) > 1
    ? null
    : { _tag: "OpenAccount", payer, account, owner, mint }
