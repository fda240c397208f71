import * as ecc from "@bitcoinerlab/secp256k1"
import { encodeBase64 } from "@wmodal/chains/internal"
import { address as addresses, crypto, initEccLib, networks, payments, toXOnly } from "bitcoinjs-lib"
import type { WalletChainAddress } from "../standard/WalletChain.ts"

initEccLib(ecc)

export type BitcoinChain = "bitcoin:mainnet" | "bitcoin:testnet"
export type Purpose = "payment" | "ordinals"

/** bitcoinjs's networks. The wallet has no addresses on regtest and signet. */
export const bitcoinNetworksByChain = {
  "bitcoin:mainnet": networks.bitcoin,
  "bitcoin:testnet": networks.testnet,
} as const

/** One key on one network. Everything that needs the private key is in here. */
export interface BitcoinKey extends WalletChainAddress {
  readonly chain: BitcoinChain
  readonly purpose: Purpose
  /** The script of its address. */
  readonly script: Uint8Array
  /** The signer for bitcoinjs. Throws when it cannot sign. */
  readonly signer: {
    readonly publicKey: Uint8Array
    readonly sign: (hash: Uint8Array, lowR?: boolean) => Uint8Array
    readonly signSchnorr: (hash: Uint8Array) => Uint8Array
  }
  /** Returns a compact ECDSA signature that allows recovering the public key. */
  readonly signRecoverable: (hash: Uint8Array) => {
    readonly signature: Uint8Array
    readonly recoveryId: number
  }
  /** The x-only key before tweaking. Taproot only. */
  readonly internalKey?: Uint8Array
}

/** Makes a key. @param privateKey 32 bytes. Throws for an invalid key. */
export const makeBitcoinKey = (chain: BitcoinChain, purpose: Purpose, privateKey: Uint8Array): BitcoinKey =>
  purpose === "payment" ? makeSegwitKey(chain, privateKey) : makeTaprootKey(chain, privateKey)

const toPublicPoint = (privateKey: Uint8Array): Uint8Array => {
  const point = ecc.pointFromScalar(privateKey, true)
  if (point === null) throw new Error("Not a key")
  return point
}

const makeKeyFields = (chain: BitcoinChain, purpose: Purpose, script: Uint8Array, publicKey: Uint8Array) => ({
  chain,
  chains: [chain],
  purpose,
  script,
  address: addresses.fromOutputScript(script, bitcoinNetworksByChain[chain]),
  publicKey: encodeBase64(publicKey),
})

/** Native segwit, by the hash of the key. Source: BIP-84. */
const makeSegwitKey = (chain: BitcoinChain, privateKey: Uint8Array): BitcoinKey => {
  const publicKey = toPublicPoint(privateKey)
  return {
    ...makeKeyFields(chain, "payment", getScript(payments.p2wpkh({ pubkey: publicKey })), publicKey),
    signer: makeInputSigner(publicKey, privateKey),
    signRecoverable: (hash) => ecc.signRecoverable(hash, privateKey),
  }
}

/** Taproot, spent by the key path. Source: BIP-86. */
const makeTaprootKey = (chain: BitcoinChain, privateKey: Uint8Array): BitcoinKey => {
  const point = toPublicPoint(privateKey)
  const internalKey = toXOnly(point)
  const even = point[0] === 3 ? ecc.privateNegate(privateKey) : privateKey
  const tweaked = ecc.privateAdd(even, crypto.taggedHash("TapTweak", internalKey))
  if (tweaked === null) throw new Error("Not a key")
  return {
    ...makeKeyFields(
      chain,
      "ordinals",
      getScript(payments.p2tr({ internalPubkey: internalKey })),
      internalKey,
    ),
    internalKey,
    signer: makeInputSigner(toPublicPoint(tweaked), tweaked),
    signRecoverable: (hash) => ecc.signRecoverable(hash, privateKey),
  }
}

const getScript = ({ output }: { readonly output?: Uint8Array }): Uint8Array => {
  if (output === undefined) throw new Error("Not a key")
  return output
}

const makeInputSigner = (publicKey: Uint8Array, privateKey: Uint8Array): BitcoinKey["signer"] => ({
  publicKey,
  sign: (hash) => ecc.sign(hash, privateKey),
  signSchnorr: (hash) => ecc.signSchnorr(hash, privateKey),
})
