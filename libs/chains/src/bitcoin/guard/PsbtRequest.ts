import { decodeList } from "../../wallet/decodeList.ts"
import { invalidParamsError } from "../../wallet/ProviderError.ts"
import { readMember } from "../../wallet/readMember.ts"
import { maxPsbtBytes } from "../walletResponses.ts"

/** A copy of a dApp's signing request. */
export interface PsbtRequest {
  /** Base64 or hex. */
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

/** Reads each property once. Throws a `ProviderError` if the request is invalid or ambiguous. */
export const parsePsbtRequest = (request: unknown): PsbtRequest => {
  const psbt = readMember(request, "psbt")
  const broadcast = readMember(request, "broadcast") ?? undefined
  if (typeof psbt !== "string" || psbt.length > maxPsbtBytes * 2)
    throw invalidParamsError("psbt is not valid base64.")
  if (broadcast !== undefined && typeof broadcast !== "boolean")
    throw invalidParamsError("broadcast is not a valid boolean.")
  const inputs = decodeList(readMember(request, "signInputs"), maxInputs + 1)
  if (inputs === null || inputs.length === 0 || inputs.length > maxInputs)
    throw invalidParamsError("signInputs is not a valid list of inputs.")
  const signInputs = inputs.map(parseSigningInput)
  if (new Set(signInputs.map(({ index }) => index)).size < signInputs.length)
    throw invalidParamsError("An input is listed twice.")
  return { psbt, signInputs, broadcast: broadcast === true }
}

const parseSigningInput = (value: unknown): SigningInput => {
  const [address, index] = [readMember(value, "address"), readMember(value, "index")]
  const types = readMember(value, "sighashTypes") ?? undefined
  const sighashes = types === undefined ? [] : decodeList(types, 2)
  if (typeof address !== "string" || typeof index !== "number" || !Number.isSafeInteger(index) || index < 0)
    throw invalidParamsError("An input to sign has no address or no index.")
  // With several sighash types, the wallet's choice is undefined.
  if (sighashes === null || sighashes.length > 1)
    throw invalidParamsError("sighashTypes is not a valid list of one.")
  const [sighash = null] = sighashes
  if (sighash !== null && (typeof sighash !== "number" || !validSighashes.has(sighash)))
    throw invalidParamsError("sighashTypes has an unknown value.")
  return { address, index, sighash }
}

/** Source: BIP-143, BIP-341. */
const validSighashes: ReadonlySet<number> = new Set([0, 1, 2, 3, 0x81, 0x82, 0x83])
