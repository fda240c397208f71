import { parseBitcoinAddress } from "@wmodal/protocol"
import { Result } from "effect"

/** The kinds of script that have an address and that somebody owns. */
export type ScriptKind = "p2pkh" | "p2sh" | "p2wpkh" | "p2wsh" | "p2tr"

interface KindFacts {
  /** Satoshis: what is worth less costs more to spend than it is, and is not passed on. Source: bitcoind, at 3 sat/vB. */
  readonly dust: bigint
  /**
   * Weight units of an input that spends it, at most; `null` where nobody can know. A script hash is taken for the
   * nested segwit of wallets. Source: BIP-141.
   */
  readonly inputWeight: number | null
}

/** What is paid for an input or an output of each kind. */
export const scriptKinds: Readonly<Record<ScriptKind, KindFacts>> = {
  // Who spends it signs no amounts, so that each whole parent would have to come along.
  p2pkh: { dust: 546n, inputWeight: null },
  p2sh: { dust: 540n, inputWeight: 4 * (41 + 23) + 108 },
  p2wpkh: { dust: 294n, inputWeight: 4 * 41 + 108 },
  p2wsh: { dust: 330n, inputWeight: null },
  p2tr: { dust: 330n, inputWeight: 4 * 41 + 67 },
}

/** `null` for what has no address, and for programs of the future, which anyone may spend today. */
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

/** Weight units of an output. */
const getOutputWeight = (script: Uint8Array): number => 4 * (8 + 1 + script.length)

/** Virtual bytes of a transaction with so many inputs of one weight, at most. Source: BIP-141. */
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

/** The script that an address of any network says; `null` where it is none. */
export const parseAddressScript = (address: string): Uint8Array | null => {
  const parsed = parseBitcoinAddress(address)
  return Result.isSuccess(parsed) ? parsed.success.script : null
}

export const isSameScript = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])
