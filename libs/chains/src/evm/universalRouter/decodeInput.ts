import type { AbiParameter, DecodeAbiParametersReturnType } from "viem"
import { decodeAbiParameters } from "viem/utils"
import { decodeParameters } from "../explain/data/decodeParameters.ts"
import type { Hex } from "../Hex.ts"

/** Decodes bytes that are nothing but the encoding that a compiler produces; `null` for others. */
export const decodeInput = <const P extends readonly AbiParameter[]>(
  params: P,
  bytes: Hex,
): DecodeAbiParametersReturnType<P> | null =>
  decodeParameters(params, bytes.slice(2))?.rest === "" ? decodeAbiParameters(params, bytes) : null
