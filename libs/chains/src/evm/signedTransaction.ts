import { type Hex, isHexBytes } from "./Hex.ts"
import { decodeRlp } from "./rlp.ts"

/** The number of fields of a signed transaction per type. Source: EIP-2930, EIP-1559, EIP-7702. */
const fieldCounts: Readonly<Record<string, number>> = { "01": 11, "02": 12, "04": 13 }

/**
 * Decodes the chain id of a signed transaction by its form: a node verifies the signature.
 * Blob transactions are not supported, because users do not send them. A transaction from before EIP-155 has no chain
 * id.
 * @returns `null` if the bytes are not a signed transaction.
 */
export const decodeSignedChainId = (raw: string): { readonly raw: Hex; readonly chainId: bigint } | null => {
  if (!isHexBytes(raw)) return null
  const type = raw.slice(2, 4).toLowerCase()
  const count = fieldCounts[type]
  const fields = decodeFields(count === undefined ? raw : `0x${raw.slice(4)}`)
  if (fields === null) return null
  if (count !== undefined) {
    const chainId = decodeNumber(fields[0])
    return fields.length === count && chainId !== null ? { raw, chainId } : null
  }
  const v = fields.length === 9 ? decodeNumber(fields[6]) : null
  return v === null || v < 35n ? null : { raw, chainId: (v - 35n) / 2n }
}

const decodeFields = (rlp: Hex): readonly unknown[] | null => {
  const decoded = decodeRlp(rlp)
  return typeof decoded === "string" ? null : decoded
}

const decodeNumber = (field: unknown): bigint | null =>
  typeof field === "string" && /^0x[0-9a-f]{1,64}$/i.test(field) ? BigInt(field) : null
