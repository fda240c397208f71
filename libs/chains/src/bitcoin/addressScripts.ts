import { secp256k1 } from "@noble/curves/secp256k1.js"
import type { Network } from "@wmodal/protocol"
import { address, initEccLib, networks, payments } from "bitcoinjs-lib"
import { normalizeAddress } from "./addresses.ts"
import { type ScriptKind, toScriptKind } from "./Script.ts"

const Point = secp256k1.ProjectivePoint

/** Throws for a number that is not the x coordinate of a point. */
const toPoint = (xOnlyKey: Uint8Array) => Point.fromHex(Uint8Array.of(2, ...xOnlyKey))

const isPoint = (xOnlyKey: Uint8Array): boolean => {
  try {
    toPoint(xOnlyKey)
    return true
  } catch {
    return false
  }
}

// Funds of a taproot key that is not a point are lost, so bitcoinjs-lib checks it.
initEccLib({
  isXOnlyPoint: isPoint,
  xOnlyPointAddTweak: (key, tweak) => {
    // Not `multiplyUnsafe`, which this release, viem's, computes wrongly for the base point.
    const scalar = secp256k1.utils.normPrivateKeyToScalar(tweak)
    const tweaked = toPoint(key).add(Point.BASE.multiply(scalar))
    if (tweaked.equals(Point.ZERO)) return null
    const bytes = tweaked.toRawBytes(true)
    return { parity: bytes[0] === 3 ? 1 : 0, xOnlyPubkey: bytes.slice(1) }
  },
})

/** bitcoinjs-lib's networks, by the start of their genesis block's hash. Source: CAIP-2 for BIP-122. */
const paramsByGenesis: Readonly<Record<string, typeof networks.bitcoin>> = {
  "000000000019d6689c085ae165831e93": networks.bitcoin,
  "0f9188f13cb7b2c71f2a335e3a4fc328": networks.regtest,
}

/** All unlisted networks are test networks, which share one address format. */
const getParams = ({ id }: Network) => paramsByGenesis[id] ?? networks.testnet

/** Returns the script that pays an address of this network; `null` if the address belongs to another one. */
export const toScript = (network: Network, text: string): Uint8Array | null =>
  decodeAddress(text, getParams(network))

/** Returns the canonical form of an address of any network; `null` if it is invalid or cannot have an owner. */
export const normalizeRecipient = (text: string): string | null =>
  [networks.bitcoin, networks.testnet, networks.regtest].some(
    (params) => decodeAddress(text, params) !== null,
  )
    ? normalizeAddress(text)
    : null

const decodeAddress = (text: string, params: typeof networks.bitcoin): Uint8Array | null => {
  // bitcoinjs-lib accepts future witness programs, which anyone may spend today.
  if (normalizeAddress(text) === null) return null
  try {
    return address.toOutputScript(text, params)
  } catch {
    return null
  }
}

/** Not `fromOutputScript`, which gives future witness programs an address, too. */
const paymentByKind: Readonly<Record<ScriptKind, typeof payments.p2pkh>> = {
  p2pkh: payments.p2pkh,
  p2sh: payments.p2sh,
  p2wpkh: payments.p2wpkh,
  p2wsh: payments.p2wsh,
  p2tr: payments.p2tr,
}

/** Returns the address of a script; `null` if it has none. */
export const toAddress = (network: Network, script: Uint8Array): string | null => {
  const kind = toScriptKind(script)
  try {
    return kind && (paymentByKind[kind]({ output: script, network: getParams(network) }).address ?? null)
  } catch {
    return null
  }
}
