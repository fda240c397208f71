/**
 * Classifies a wallet's result by its form. Hashes and signatures are both hex; a hash has 64 digits.
 * Source: the AppKit 1.7.2 wire.
 */
export const classifyReply = (result: unknown): "hash" | "signature" | "object" => {
  if (typeof result !== "string") return "object"
  if (/^0x[0-9a-f]{64}$/i.test(result)) return "hash"
  return /^0x[0-9a-f]{62,}$/i.test(result) ? "signature" : "object"
}
