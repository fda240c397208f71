import { type AccountMeta, AccountRole, type Address, bytesEqual, isAddress } from "@solana/kit"
import { decodeList } from "../../wallet/decodeList.ts"
import { readGiven } from "../../wallet/givenMembers.ts"
import { invalidParamsError } from "../../wallet/ProviderError.ts"
import { isSignatureOf } from "../signed/isSignatureOf.ts"
import {
  compileMessage,
  type Instruction,
  toAccountKey,
  toAccountMetas,
  toInstructions,
} from "../wire/Instruction.ts"
import {
  decodeMessage,
  encodeMessage,
  getLookups,
  getSigners,
  type SolanaMessage,
} from "../wire/SolanaMessage.ts"
import { encodeUnsigned, type SolanaTransaction } from "../wire/SolanaTransaction.ts"
import { isEmptyList, isEmptyObject, readJsonBytes } from "./jsonForms.ts"
import { readTransactionText, type WireTransaction } from "./transactionText.ts"

/** The most instructions and accounts of one that a transaction has room for. */
const most = 256

/**
 * Makes a transaction of the members that dApps send without a serialized one, with its accounts in the order of
 * `@solana/web3.js`, so that its bytes are those of the dApp. Throws a `ProviderError` that names what is missing or
 * malformed. Source: WalletConnect specs, `solana_signTransaction`.
 */
export const compileLegacyMembers = (params: unknown): WireTransaction => {
  const instructions = readInstructions(params, false)
  if (instructions === undefined) throw invalidParamsError("transaction is missing.")
  if (readGiven(params, "nonceInfo", isEmptyList) !== undefined)
    throw invalidParamsError("nonceInfo is not supported without transaction.")
  const message = compileMessage({
    payer: need(readAddress(params, "feePayer"), "feePayer"),
    blockhash: need(readAddress(params, "recentBlockhash"), "recentBlockhash"),
    instructions,
    order: "text",
  })
  const bytes = encodeMessage(message)
  if (decodeMessage(bytes) === null) throw invalidParamsError("instructions make no valid transaction.")
  return readTransactionText(encodeUnsigned(bytes, message))
}

const need = <A>(value: A | undefined, name: string): A => {
  if (value === undefined) throw invalidParamsError(`${name} is missing, and so is transaction.`)
  return value
}

/** Throws a `ProviderError` for a member that says something else than the transaction. */
export const checkLegacyMembers = (params: unknown, { message }: SolanaTransaction): void => {
  const [payer] = message.staticAccounts
  const named = readAddress(params, "feePayer")
  if (named !== undefined && named !== payer) throw differ("feePayer")
  const blockhash = readAddress(params, "recentBlockhash")
  if (blockhash !== undefined && blockhash !== message.lifetimeToken) throw differ("recentBlockhash")
  const instructions = readInstructions(params, true)
  if (instructions === undefined || payer === undefined) return
  if (getLookups(message).length > 0)
    throw invalidParamsError("instructions cannot be compared with a transaction that has lookup tables.")
  const said = compileMessage({ payer, blockhash: message.lifetimeToken, instructions })
  if (toMeaning(said) !== toMeaning(message)) throw differ("instructions")
}

const differ = (name: string) => invalidParamsError(`${name} and transaction differ.`)

/** Returns the same text for messages that differ in the order of their accounts only. */
const toMeaning = (message: SolanaMessage): string => {
  const accounts = toAccountMetas(message)
  return JSON.stringify([
    accounts.map((one) => `${toAccountKey(one)} ${one.role}`).toSorted(),
    toInstructions(message, accounts).map(({ accounts: used, data, programAddress }) => [
      programAddress,
      used.map(toAccountKey),
      Array.from(data),
    ]),
  ])
}

/** The members with signatures that others have made, by each name that libraries give them. */
const signatureMembers = ["partialSignatures", "signatures"]

/**
 * Returns the signatures of a transaction, with those of the params. Throws a `ProviderError` for one that is of other bytes,
 * of an account that does not sign, or contradicts another.
 */
export const collectSignatures = (
  params: unknown,
  { message, messageBytes, signatures }: SolanaTransaction,
): readonly (Uint8Array | null)[] => {
  const signers = getSigners(message)
  const found = new Map<string, Uint8Array>()
  for (const signer of signers) {
    const signature = signatures[signer]
    if (signature != null) found.set(signer, Uint8Array.from(signature))
  }
  for (const name of signatureMembers)
    for (const [signer, signature] of readSignatures(params, name)) {
      const known = found.get(signer)
      if (!signers.some((one) => one === signer))
        throw invalidParamsError(`${name} has an account that does not sign this transaction.`)
      if (known === undefined && !isSignatureOf(signature, Uint8Array.from(messageBytes), signer))
        throw invalidParamsError(`${name} has a signature of another transaction.`)
      if (known !== undefined && !bytesEqual(known, signature)) throw differ(name)
      found.set(signer, signature)
    }
  return signers.map((signer) => found.get(signer) ?? null)
}

const readSignatures = (params: unknown, name: string): readonly (readonly [Address, Uint8Array])[] =>
  readList(params, name).flatMap((entry) => {
    const bytes = readGiven(entry, "signature")
    const signature = bytes === undefined ? new Uint8Array() : readJsonBytes(bytes)
    const signer = readAddress(entry, "pubkey") ?? readAddress(entry, "publicKey")
    if (signature === null || (signature.length !== 0 && signature.length !== 64) || signer === undefined)
      throw invalidParamsError(`${name} has an entry that is no signature.`)
    // As on the wire, zeros stand for a signature that is missing.
    return signature.some((byte) => byte !== 0) ? [[signer, signature] as const] : []
  })

/** `isCompared`: they only repeat a transaction, whose bytes are signed. */
const readInstructions = (params: unknown, isCompared: boolean): readonly Instruction[] | undefined => {
  const list = readList(params, "instructions")
  return list.length === 0 ? undefined : list.map((one) => readInstruction(one, isCompared))
}

const readInstruction = (given: unknown, isCompared: boolean): Instruction => {
  const said = readGiven(given, "data")
  const hasLost = isEmptyObject(said)
  // Signed without its data, an instruction would do something else.
  if (hasLost && !isCompared)
    throw invalidParamsError(
      "data of instructions is {}, which JSON makes of no bytes and of an ArrayBuffer with bytes: send base58.",
    )
  const data = said === undefined || hasLost ? new Uint8Array() : readJsonBytes(said)
  const programAddress = readAddress(given, "programId")
  if (data === null) throw invalidParamsError("instructions have data that is no base58.")
  if (programAddress === undefined) throw invalidParamsError("instructions have no programId.")
  return { programAddress, data, accounts: readList(given, "keys").map(readAccount) }
}

const readAccount = (given: unknown): AccountMeta => {
  const address = readAddress(given, "pubkey")
  if (address === undefined) throw invalidParamsError("instructions have a key without its pubkey.")
  const [isSigner, isWritable] = [readFlag(given, "isSigner"), readFlag(given, "isWritable")]
  return {
    address,
    role: isSigner
      ? isWritable
        ? AccountRole.WRITABLE_SIGNER
        : AccountRole.READONLY_SIGNER
      : isWritable
        ? AccountRole.WRITABLE
        : AccountRole.READONLY,
  }
}

const readFlag = (given: unknown, name: string): boolean => {
  const flag = readGiven(given, name) ?? false
  if (typeof flag !== "boolean") throw invalidParamsError(`${name} of instructions is not a boolean.`)
  return flag
}

const readList = (given: unknown, name: string): readonly unknown[] => {
  const value = readGiven(given, name)
  const list = value === undefined ? [] : decodeList(value, most + 1)
  if (list === null || list.length > most) throw invalidParamsError(`${name} is not a valid list.`)
  return list
}

/** Reads 32 bytes in base58, such as an account or a blockhash. */
const readAddress = (given: unknown, name: string): Address | undefined => {
  const value = readGiven(given, name)
  if (value === undefined) return undefined
  if (typeof value !== "string" || !isAddress(value))
    throw invalidParamsError(`${name} is not 32 bytes in base58.`)
  return value
}
