import { base64, hex } from "@scure/base"
import { decodeBytes } from "../../standard/decodeBytes.ts"
import { normalizeBase64 } from "../../text/normalizeBase64.ts"
import { decodeList } from "../../wallet/decodeList.ts"
import { readGiven } from "../../wallet/givenMembers.ts"
import { invalidParamsError } from "../../wallet/ProviderError.ts"
import { readMember } from "../../wallet/readMember.ts"
import { maxPsbtBytes } from "../walletResponses.ts"
import { type AddressRules, readAddress } from "./AddressRules.ts"
import { readSighash } from "./readSighash.ts"

/** A copy of a dApp's signing request. */
export interface PsbtRequest {
  /** Base64. */
  readonly psbt: string
  readonly signInputs: readonly SigningInput[]
  readonly broadcast: boolean
}

export interface SigningInput {
  readonly address: string
  readonly index: number
  /** The parts that the signature covers; `null` for the wallet's default, which is all. */
  readonly sighash: number | null
}

const maxInputs = 10_000

/**
 * Reads each member once. `signInputs` is WalletConnect's list, a list of indexes, or the `{ address: indexes }` of
 * sats-connect; `account` names the wallet's account, not who signs. Throws a `ProviderError` if the request is invalid or
 * ambiguous. Source: WalletConnect specs, Bitcoin; sats-connect; `@stacks/connect`.
 */
export const parsePsbtRequest = (request: unknown, rules: AddressRules): PsbtRequest => {
  const psbt = readPsbt(readMember(request, "psbt"))
  const broadcast = readGiven(request, "broadcast")
  if (broadcast !== undefined && typeof broadcast !== "boolean")
    throw invalidParamsError("broadcast is not a valid boolean.")
  const usual = readAddress(request, "account", rules) ?? rules.usual
  const inputs = listInputs(readMember(request, "signInputs"))
  if (inputs.length === 0 || inputs.length > maxInputs)
    throw invalidParamsError("signInputs is not a valid list of inputs.")
  const signInputs = new Map<number, SigningInput>()
  let listed = 0
  for (const one of inputs)
    for (const input of parseSigningInputs(one, rules, usual)) {
      listed += 1
      if (listed > maxInputs) throw invalidParamsError("signInputs is not a valid list of inputs.")
      const same = signInputs.get(input.index)
      if (same !== undefined && (same.address !== input.address || same.sighash !== input.sighash))
        throw invalidParamsError("An input is listed twice, in different ways.")
      signInputs.set(input.index, input)
    }
  return { psbt, signInputs: [...signInputs.values()], broadcast: broadcast === true }
}

const readPsbt = (given: unknown): string => {
  const bytes = decodeBytes(given, maxPsbtBytes)
  if (bytes !== null) return base64.encode(bytes)
  if (typeof given !== "string" || given.length > maxPsbtBytes * 2)
    throw invalidParamsError("psbt is neither base64 nor hex.")
  // The first bytes of a PSBT are no base64 of a PSBT, so no text has two meanings.
  const isHex = /^70736274ff(?:[0-9a-f]{2})*$/i.test(given)
  const text = isHex ? base64.encode(hex.decode(given.toLowerCase())) : normalizeBase64(given)
  if (text === null) throw invalidParamsError("psbt is neither base64 nor hex.")
  return text
}

/** Returns the entries of a list, or of an object by address, as `{ address, signingIndexes }`. */
const listInputs = (given: unknown): readonly unknown[] => {
  const list = decodeList(given, maxInputs + 1)
  if (list !== null || typeof given !== "object" || given === null) return list ?? []
  try {
    return Object.entries(given).map(([address, signingIndexes]) => ({ address, signingIndexes }))
  } catch {
    return []
  }
}

const parseSigningInputs = (
  given: unknown,
  rules: AddressRules,
  usual: string | null,
): readonly SigningInput[] => {
  if (typeof given === "number") return [toSigningInput(given, usual, null)]
  const several = readGiven(given, "signingIndexes")
  const indexes = several === undefined ? [] : decodeList(several, maxInputs)
  const index = readGiven(given, "index")
  if (indexes === null || (index === undefined) === (indexes.length === 0))
    throw invalidParamsError("An input to sign has no index.")
  const address = readAddress(given, "address", rules) ?? usual
  const sighash = readSighash(given)
  return (index === undefined ? indexes : [index]).map((at) => toSigningInput(at, address, sighash))
}

const toSigningInput = (index: unknown, address: string | null, sighash: number | null): SigningInput => {
  if (address === null) throw invalidParamsError("An input to sign has no address.")
  if (typeof index !== "number" || !Number.isSafeInteger(index) || index < 0)
    throw invalidParamsError("An input to sign has no valid index.")
  return { address, index, sighash }
}
