import { parseBitcoinAddress } from "@wmodal/protocol"
import { Result } from "effect"

/** The kinds of script that have an address and an owner. */
export type ScriptKind = "p2pkh" | "p2sh" | "p2wpkh" | "p2wsh" | "p2tr"

interface KindFacts {
  /**
   * Satoshis. Smaller outputs cost more to spend than they are worth and are not relayed. Source: bitcoind, at 3
   * sat/vB.
   */
  readonly dust: bigint
  /**
   * The maximum weight units of an input that spends it; `null` if unknown. A script hash counts as the nested segwit
   * of wallets. Source: BIP-141.
   */
  readonly inputWeight: number | null
}

/** The costs of an input and an output of each kind. */
export const scriptKinds: Readonly<Record<ScriptKind, KindFacts>> = {
  // A legacy signature covers no amounts, so each whole parent transaction would be needed.
  p2pkh: { dust: 546n, inputWeight: null },
  p2sh: { dust: 540n, inputWeight: 4 * (41 + 23) + 108 },
  p2wpkh: { dust: 294n, inputWeight: 4 * 41 + 108 },
  p2wsh: { dust: 330n, inputWeight: null },
  p2tr: { dust: 330n, inputWeight: 4 * 41 + 67 },
}

/** Returns `null` for scripts without an address and for future witness programs, which anyone may spend today. */
export const toScriptKind = (script: Uint8Array): ScriptKind | null => {
  const { length } = script
  const [first, second, third] = script
  if (length === 25 && first === 0x76 && second === 0xa9 && third === 20 && endsWith(script, 0x88, 0xac))
    return "p2pkh"
  if (length === 23 && first === 0xa9 && second === 20 && endsWith(script, 0x87)) return "p2sh"
  if (length === 22 && first === 0 && second === 20) return "p2wpkh"
  if (length === 34 && second === 32) return first === 0 ? "p2wsh" : first === 0x51 ? "p2tr" : null
  return null
}

const endsWith = (script: Uint8Array, ...tail: readonly number[]) =>
  tail.every((byte, at) => script[script.length - tail.length + at] === byte)

/** Returns the weight units of an output. */
const getOutputWeight = (script: Uint8Array): number => 4 * (8 + 1 + script.length)

/** Returns the maximum virtual bytes of a transaction with inputs of one weight. Source: BIP-141. */
export const getVirtualSize = ({
  inputs,
  inputWeight,
  outputs,
}: {
  readonly inputs: number
  readonly inputWeight: number
  readonly outputs: readonly Uint8Array[]
}): bigint => {
  const frame = 4 * (8 + getCountSize(inputs) + getCountSize(outputs.length)) + 2
  const weight =
    frame + inputs * inputWeight + outputs.reduce((sum, script) => sum + getOutputWeight(script), 0)
  return BigInt(Math.ceil(weight / 4))
}

const getCountSize = (count: number) => (count < 0xfd ? 1 : 3)

/** Returns the script of an address of any network; `null` if the text is not an address. */
export const parseAddressScript = (address: string): Uint8Array | null => {
  const parsed = parseBitcoinAddress(address)
  return Result.isSuccess(parsed) ? parsed.success.script : null
}

export const isSameScript = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])

/** Returns `true` for OP_RETURN, which pays no address and carries data. */
export const isDataOutput = ([first]: Uint8Array): boolean => first === 0x6a
