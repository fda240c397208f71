import {
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
  getTransactionEncoder,
  type ReadonlyUint8Array,
} from "@solana/kit"

/** A transaction as a wallet needs to see it. */
export interface ParsedTransaction {
  readonly bytes: Uint8Array
  /** What is signed. */
  readonly message: Uint8Array
  /** Who has to sign, in the order of the signatures; the first one pays the fee. */
  readonly signers: readonly string[]
  readonly instructions: readonly ParsedInstruction[]
}

export interface ParsedInstruction {
  readonly program: string
  readonly accounts: readonly string[]
  readonly data: Uint8Array
}

/** The most that a packet holds. */
const maxTransactionBytes = 1232

/** What stands where an address is kept in a table on the chain: the transaction alone does not say which. */
const lookupTableLabel = "an address from a lookup table"

/** @returns `null` where the bytes are no transaction that this wallet can read: nothing may be left over, or be said twice. */
export const readTransaction = (bytes: Uint8Array): ParsedTransaction | null => {
  if (bytes.length > maxTransactionBytes) return null
  try {
    const transaction = getTransactionDecoder().decode(bytes)
    if (!isSame(getTransactionEncoder().encode(transaction), bytes)) return null
    const message = Uint8Array.from(transaction.messageBytes)
    const read = readMessage(message)
    return read === null ? null : { bytes, message, ...read }
  } catch {
    return null
  }
}

/** Whether bytes that are called a message would be a transaction once they are signed. */
export const isTransactionMessage = (bytes: Uint8Array): boolean => {
  try {
    return readMessage(bytes) !== null
  } catch {
    return false
  }
}

const readMessage = (bytes: Uint8Array): Pick<ParsedTransaction, "instructions" | "signers"> | null => {
  const message = getCompiledTransactionMessageDecoder().decode(bytes)
  if (message.version !== "legacy" && message.version !== 0) return null
  if (!isSame(getCompiledTransactionMessageEncoder().encode(message), bytes)) return null
  const { header, instructions, staticAccounts } = message
  const signers = staticAccounts.slice(0, header.numSignerAccounts)
  if (signers.length === 0 || signers.length !== header.numSignerAccounts) return null
  const nameOf = (index: number): string => staticAccounts[index] ?? lookupTableLabel
  return {
    signers,
    instructions: instructions.map(({ accountIndices = [], data, programAddressIndex }) => ({
      program: nameOf(programAddressIndex),
      accounts: accountIndices.map(nameOf),
      data: Uint8Array.from(data ?? []),
    })),
  }
}

/** The same transaction with one more signature. `signer` is one of its signers. */
export const withSignature = (
  { bytes, message, signers }: ParsedTransaction,
  signer: string,
  signature: Uint8Array,
): Uint8Array => {
  const signed = bytes.slice()
  const first = bytes.length - message.length - signers.length * 64
  signed.set(signature, first + signers.indexOf(signer) * 64)
  return signed
}

const isSame = (a: ReadonlyUint8Array, b: ReadonlyUint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at])
