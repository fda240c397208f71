import type { AbiParameter } from "viem"
import { decodeAbiParameters, encodeAbiParameters, hexToBytes } from "viem/utils"
import type { AbiValue } from "./AbiValue.ts"

/** The decoded parameters of a call. */
export interface DecodedParameters {
  /** A structure of all parameters. */
  readonly values: AbiValue
  /** Hex digits after the last value, whole bytes: contracts usually ignore them. */
  readonly rest: string
}

/** The maximum length of calldata, in hex digits: 20,000 words, and no node accepts a fourth of it. */
const maxDigits = 20_000 * 64

/**
 * Decodes only the encoding that a compiler produces: every offset canonical, every padding zero.
 * The same bytes never decode in two ways. Source: the Solidity ABI.
 * @param data hex digits of whole bytes, without 0x. @returns `null` if they are not an encoding of these types.
 */
export const decodeParameters = (inputs: readonly AbiParameter[], data: string): DecodedParameters | null => {
  if (data.length > maxDigits) return null
  try {
    // viem accepts no bytes after an empty list of parameters.
    const values =
      inputs.length === 0 ? [] : decodeAbiParameters(inputs, new BytesReadOnce(hexToBytes(`0x${data}`)))
    // viem follows any offset, and ignores paddings and what is no UTF-8: only one encoding has all of them right.
    const encoded = encodeAbiParameters(inputs, values).slice(2)
    return data.toLowerCase().startsWith(encoded)
      ? {
          values: { param: { type: "tuple", components: inputs }, value: values },
          rest: data.slice(encoded.length),
        }
      : null
  } catch {
    return null
  }
}

/** Bytes that are read once: many offsets to one place would take minutes, and no compiler produces them. */
class BytesReadOnce extends Uint8Array {
  static readonly [Symbol.species] = Uint8Array
  #left = this.length

  override subarray(start = 0, end = this.length) {
    this.#left -= end - start
    if (this.#left < 0) throw new RangeError("read twice")
    return super.subarray(start, end)
  }
}
