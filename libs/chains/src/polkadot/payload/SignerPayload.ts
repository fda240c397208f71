import { decodeTexts } from "../../wallet/decodeList.ts"
import { readMember } from "../../wallet/readMember.ts"

/**
 * A transaction to sign, as wallets receive it. All numbers are 0x-hex, big endian; `method`, `era` and `assetId` are
 * 0x-hex of their encoded bytes. Source: `SignerPayloadJSON` of `@polkadot/types`.
 */
export interface SignerPayload {
  readonly address: string
  readonly blockHash: string
  readonly blockNumber: string
  readonly era: string
  readonly genesisHash: string
  readonly method: string
  readonly nonce: string
  readonly specVersion: string
  readonly tip: string
  readonly transactionVersion: string
  /** The names of what the signature covers in addition to the call, such as `CheckMortality`. */
  readonly signedExtensions: readonly string[]
  readonly version: number
  /** The asset that pays the fee; absent for the native currency. */
  readonly assetId?: string
  /** The hash of the chain's description with which an offline device reads the transaction. */
  readonly metadataHash?: string
  readonly mode?: number
  readonly withSignedTransaction?: boolean
}

const hexOf = (least: number, most: number) => new RegExp(`^0x[0-9a-f]{${least},${most}}$`, "i")

const [hash, number, bytes] = [hexOf(64, 64), hexOf(1, 32), /^0x(?:[0-9a-f]{2}){2,50000}$/i]

const textFields = {
  blockHash: hash,
  blockNumber: number,
  era: /^0x(?:00|[0-9a-f]{4})$/i,
  genesisHash: hash,
  method: bytes,
  nonce: number,
  specVersion: number,
  tip: number,
  transactionVersion: number,
} as const

const optionalTextFields = { assetId: bytes, metadataHash: hash } as const

/**
 * Copies a transaction, each field once, in lower case. Unknown fields are left out, so a wallet signs nothing that was
 * not read.
 * @returns `null` if a field is missing or malformed
 */
export const decodeSignerPayload = (value: unknown): SignerPayload | null => {
  const [address, version, mode] = [
    readMember(value, "address"),
    readMember(value, "version"),
    readMember(value, "mode"),
  ]
  const read = (fields: Readonly<Record<string, RegExp>>, isOptional: boolean) => {
    const found: Record<string, string> = {}
    for (const [name, pattern] of Object.entries(fields)) {
      const text = readMember(value, name)
      if (isOptional && (text === undefined || text === null)) continue
      if (typeof text !== "string" || text.length > 100_002 || !pattern.test(text)) return null
      found[name] = text.toLowerCase()
    }
    return found
  }
  const [required, optional] = [read(textFields, false), read(optionalTextFields, true)]
  if (
    required === null ||
    optional === null ||
    typeof address !== "string" ||
    address.length > 120 ||
    version !== 4 ||
    !(mode === undefined || mode === null || mode === 0 || mode === 1)
  )
    return null
  const { blockHash, blockNumber, era, genesisHash, method, nonce, specVersion, tip, transactionVersion } =
    required as Readonly<Record<keyof typeof textFields, string>>
  return {
    address,
    blockHash,
    blockNumber,
    era,
    genesisHash,
    method,
    nonce,
    specVersion,
    tip,
    transactionVersion,
    signedExtensions: decodeTexts(readMember(value, "signedExtensions")),
    version,
    ...optional,
    ...(typeof mode === "number" && { mode }),
    ...(readMember(value, "withSignedTransaction") === true && { withSignedTransaction: true }),
  }
}

/** Parses the JSON of a reviewed transaction; `null` if it is malformed. */
export const parseSignerPayload = (text: string | null | undefined): SignerPayload | null => {
  try {
    return decodeSignerPayload(JSON.parse(text ?? ""))
  } catch {
    return null
  }
}
