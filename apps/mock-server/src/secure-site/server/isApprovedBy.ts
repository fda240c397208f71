import { webcrypto } from "node:crypto"

/** Returns whether `approval` is the signature of this text by this public key. Both are in base64url. */
export const isApprovedBy = async (key: string, text: string, approval: string): Promise<boolean> => {
  const { subtle } = webcrypto
  try {
    const point = Buffer.from(key, "base64url")
    const publicKey = await subtle.importKey("raw", point, { name: "ECDSA", namedCurve: "P-256" }, false, [
      "verify",
    ])
    return await subtle.verify(
      { name: "ECDSA", hash: "SHA-256" },
      publicKey,
      Buffer.from(approval, "base64url"),
      Buffer.from(text),
    )
  } catch {
    // The key is not a point of the curve.
    return false
  }
}
