import { type Hex, keccak256, parseTransaction, recoverAddress, serializeTransaction } from "viem"
import { isHexBytes } from "./Hex.ts"

/**
 * Decodes the chain id of a signed transaction by its form: a node verifies the signature.
 * Blob transactions are not supported, because users do not send them. A transaction from before EIP-155 has no chain
 * id.
 * @returns `null` if the bytes are not a signed transaction.
 */
export const decodeSignedChainId = (raw: string): { readonly raw: Hex; readonly chainId: bigint } | null => {
  if (!isHexBytes(raw)) return null
  try {
    const { r, s, v, yParity, ...transaction } = parseTransaction(raw)
    const { chainId, type } = transaction
    if (type === "eip4844" || r === undefined || s === undefined || yParity === undefined) return null
    // viem rounds a larger one.
    if (chainId === undefined || !Number.isSafeInteger(chainId)) return null
    // viem also reads lengths and numbers in other than their only encoding, which no node accepts.
    const encoded = serializeTransaction(transaction, { r, s, yParity, ...(v !== undefined && { v }) })
    return encoded === raw.toLowerCase() ? { raw, chainId: BigInt(chainId) } : null
  } catch {
    return null
  }
}

/** Decodes the content of a transaction that `decodeSignedChainId` accepts, with its signer. Rejects without a signer. */
export const decodeSignedContent = async (raw: Hex) => {
  const { r, s, v: _, yParity, ...transaction } = parseTransaction(raw)
  if (r === undefined || s === undefined || yParity === undefined) throw new Error("not signed")
  const hash = keccak256(serializeTransaction(transaction))
  const { data, nonce, to, value } = transaction
  return { data, from: await recoverAddress({ hash, signature: { r, s, yParity } }), nonce, to, value }
}
