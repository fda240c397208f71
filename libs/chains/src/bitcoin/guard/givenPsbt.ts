import { invalid } from "../../wallet/ProviderError.ts"
import { listFrom } from "../../wallet/readList.ts"
import { member } from "../../wallet/thrown.ts"
import { mostPsbtBytes } from "../answers.ts"

/** What a page wants signed. A copy. */
export interface GivenPsbt {
  /** Base64. */
  readonly psbt: string
  readonly signInputs: readonly GivenInput[]
  readonly broadcast: boolean
}

export interface GivenInput {
  readonly address: string
  readonly index: number
  /** What the signature covers; `null` where it is left to the wallet, which covers all. */
  readonly sighash: number | null
}

const mostInputs = 10_000

/** Reads each thing once. Throws a `ProviderError` where it makes no sense, or could be read in two ways. */
export const givenPsbt = (request: unknown): GivenPsbt => {
  const psbt = member(request, "psbt")
  const broadcast = member(request, "broadcast")
  if (typeof psbt !== "string" || psbt.length > mostPsbtBytes * 2) throw invalid("psbt is no base64 text.")
  if (broadcast !== undefined && typeof broadcast !== "boolean")
    throw invalid("broadcast is neither true nor false.")
  const inputs = listFrom(member(request, "signInputs"), mostInputs + 1)
  if (inputs === null || inputs.length === 0 || inputs.length > mostInputs)
    throw invalid("signInputs is no list of inputs.")
  const signInputs = inputs.map(inputFrom)
  if (new Set(signInputs.map(({ index }) => index)).size < signInputs.length)
    throw invalid("An input is named twice.")
  return { psbt, signInputs, broadcast: broadcast === true }
}

const inputFrom = (value: unknown): GivenInput => {
  const [address, index] = [member(value, "address"), member(value, "index")]
  const types = member(value, "sighashTypes")
  const sighashes = types === undefined ? [] : listFrom(types, 2)
  if (typeof address !== "string" || typeof index !== "number" || !Number.isSafeInteger(index) || index < 0)
    throw invalid("An input to sign has no address or no index.")
  // Of several, which one a wallet takes is anybody's guess.
  if (sighashes === null || sighashes.length > 1) throw invalid("sighashTypes is no list of one.")
  const [sighash = null] = sighashes
  if (sighash !== null && (typeof sighash !== "number" || !isSighash.has(sighash)))
    throw invalid("sighashTypes has one that there is not.")
  return { address, index, sighash }
}

/** Source: BIP-143, BIP-341. */
const isSighash: ReadonlySet<number> = new Set([0, 1, 2, 3, 0x81, 0x82, 0x83])
