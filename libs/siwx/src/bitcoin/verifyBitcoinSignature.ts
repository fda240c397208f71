import { base64 } from "@scure/base"
import { parseBitcoinAddress } from "@wmodal/protocol"
import { Result } from "effect"
import { invalid, type Refusal, unknown } from "../SiwxVerdict.ts"
import { isBip137, verifyBip137 } from "./bip137.ts"
import { decodeFull, decodeSimple, hasTimeLock, provesFunds, verifyToSign } from "./bip322.ts"

/**
 * Verifies a signature in base64: BIP-322, with or without the prefix that names its form, or BIP-137. Source: BIP-137,
 * BIP-322.
 */
export const verifyBitcoinSignature = (address: string, text: string, signature: string): Refusal | null => {
  const parsed = parseBitcoinAddress(address)
  if (Result.isFailure(parsed)) return invalid("Address", `Not a Bitcoin address: ${address}.`)
  const { script } = parsed.success
  const message = new TextEncoder().encode(text)
  const prefix = /^(?:smp|ful|pof)/.exec(signature)?.[0]
  const bytes = decodeBase64(signature.slice(prefix?.length ?? 0))
  if (bytes === null) return invalid("SignatureForm", "The signature is not in base64.")
  const funds = unknown(
    "UnsupportedScript",
    "Whether the outputs of a proof of funds exist cannot be verified.",
  )
  if (prefix === "pof") return funds

  const isSigned = (accepted: boolean) =>
    accepted ? null : invalid("Signature", `The message is not signed by ${address}.`)
  if (prefix === undefined && isBip137(bytes)) return isSigned(verifyBip137(script, message, bytes))
  const toSign =
    (prefix === "ful" ? null : decodeSimple(script, message, bytes)) ??
    (prefix === "smp" ? null : decodeFull(script, message, bytes))
  if (toSign === null)
    return invalid("SignatureForm", "The signature has none of the forms of BIP-322 and BIP-137.")
  if (toSign === "Foreign") return isSigned(false)
  if (provesFunds(toSign)) return funds
  const outcome = verifyToSign(script, toSign)
  if (outcome === "Unsupported")
    return unknown("UnsupportedScript", `The script of ${address} cannot be verified.`)
  return outcome === "Valid" && hasTimeLock(toSign)
    ? unknown("UnsupportedScript", "The signature has a time lock, and is valid from some block on.")
    : isSigned(outcome === "Valid")
}

const maxLength = 64 * 1024

const decodeBase64 = (encoded: string): Uint8Array | null => {
  if (encoded === "" || encoded.length > maxLength) return null
  try {
    return base64.decode(encoded)
  } catch {
    return null
  }
}
