import { decodeBytes } from "../../standard/decodeBytes.ts"
import { encodeBase64 } from "../../text/base64.ts"
import { invalidParamsError } from "../../wallet/ProviderError.ts"
import { readMember } from "../../wallet/readMember.ts"
import { maxTransactionBytes } from "../walletResponses.ts"

/** The maximum number of transactions in one request. */
export const maxTransactions = 100

/**
 * A dApp's transaction that it can no longer change: base64 or base58, the copied message of Solana Kit's, or JSON of the
 * params of `solana_signTransaction`.
 */
export type CopiedTransaction =
  | string
  | { readonly params: unknown }
  | {
      readonly messageBytes: Uint8Array
      /** By address: those of 64 bytes. */
      readonly signatures: ReadonlyMap<string, Uint8Array>
    }

/** The longest JSON of params, more than those of any transaction. */
const maxJsonLength = 100_000

/** The maximum number of signatures, more than `maxTransactionBytes` have room for. */
const maxSignatures = 20

/**
 * Copies the transaction of a dApp's object: bytes, base64 or base58, an object with `serialize()`, the `{ messageBytes,
 * signatures }` of Solana Kit, or the params of `solana_signTransaction`. Throws a `ProviderError` if it contains none.
 */
export const copyTransaction = (given: unknown): CopiedTransaction => {
  if (typeof given === "string") return given
  const bytes = decodeBytes(given, maxTransactionBytes) ?? serializeTransaction(given)
  if (bytes !== null) return encodeBase64(bytes)
  const messageBytes = decodeBytes(readMember(given, "messageBytes"), maxTransactionBytes)
  if (messageBytes === null) return { params: copyParams(given) }
  return { messageBytes, signatures: copySignatures(readMember(given, "signatures")) }
}

/** Copies them as a relay does, so that accounts and bytes of a library have one form. No byte of a view is lost. */
const copyParams = (given: unknown): unknown => {
  if (paramNames.every((name) => readMember(given, name) === undefined)) throw invalidTransactionError()
  try {
    const json = JSON.stringify(given, (_, value: unknown) => {
      const bytes = decodeBytes(value, maxTransactionBytes)
      return bytes === null ? value : [...bytes]
    })
    if (json.length <= maxJsonLength) return JSON.parse(json)
  } catch {
    // Circular, or an object that throws.
  }
  throw invalidTransactionError()
}

/** One of them is in all params that contain a transaction. */
const paramNames = ["transaction", "instructions"]

const copySignatures = (given: unknown): ReadonlyMap<string, Uint8Array> => {
  const addresses = typeof given === "object" && given !== null ? listKeys(given) : []
  if (addresses.length > maxSignatures)
    throw invalidParamsError(`A transaction has at most ${maxSignatures} signatures.`)
  return new Map(
    addresses.flatMap((address) => {
      const bytes = decodeBytes(readMember(given, address), 64)
      return bytes?.length === 64 ? [[address, bytes] as const] : []
    }),
  )
}

/** A proxy may throw. */
const listKeys = (given: object): readonly string[] => {
  try {
    return Object.keys(given)
  } catch {
    throw invalidTransactionError()
  }
}

export const invalidTransactionError = () => invalidParamsError("This is not a valid Solana transaction.")

/** Options without which web3.js does not serialize an unsigned transaction. */
const unsignedSerializeOptions = { requireAllSignatures: false, verifySignatures: false }

const serializeTransaction = (given: unknown): Uint8Array | null => {
  const serialize = readMember(given, "serialize")
  if (typeof serialize !== "function") return null
  try {
    return decodeBytes(Reflect.apply(serialize, given, [unsignedSerializeOptions]), maxTransactionBytes)
  } catch {
    throw invalidParamsError("The transaction could not be encoded.")
  }
}
