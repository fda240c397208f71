import {
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
  getTransactionEncoder,
  type ReadonlyUint8Array,
} from "@solana/kit"

/** The parts of a transaction that a wallet needs. */
export interface ParsedTransaction {
  readonly bytes: Uint8Array
  /** The bytes to sign. */
  readonly message: Uint8Array
  /** The signers, in the order of the signatures; the first one pays the fee. */
  readonly signers: readonly string[]
  readonly instructions: readonly ParsedInstruction[]
}

export interface ParsedInstruction {
  readonly program: string
  readonly accounts: readonly string[]
  readonly data: Uint8Array
}

/** The maximum size of a packet. */
const maxTransactionBytes = 1232

/** Replaces addresses from an on-chain lookup table, which the transaction does not contain. */
const lookupTableLabel = "an address from a lookup table"

/** Decodes a transaction. Returns `null` for bytes that this wallet cannot read completely and unambiguously. */
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

/** Reports that the bytes of a message would be a transaction once signed. */
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

/** Returns the transaction with one more signature. `signer` is one of its signers. */
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
