import { pbkdf2Sync } from "node:crypto"
import { sign, signSchnorr } from "@bitcoinerlab/secp256k1"
import { HDKey } from "viem/accounts"
import type { BitcoinAccount } from "../bitcoinAccounts.ts"

/** BIP-43 purposes of the public test mnemonic, by address kind. */
const purposes: Readonly<Record<keyof BitcoinAccount, number>> = {
  segwit: 84,
  taproot: 86,
  nested: 49,
  legacy: 44,
}

const mnemonic = "test test test test test test test test test test test junk"
const root = HDKey.fromMasterSeed(pbkdf2Sync(mnemonic, "mnemonic", 2048, 64, "sha512"))

export interface TestKey {
  readonly privateKey: Uint8Array
  readonly publicKey: Uint8Array
  /** Signs a hash, with the signer type of bitcoinjs-lib. */
  readonly sign: (hash: Uint8Array) => Uint8Array
  readonly signSchnorr: (hash: Uint8Array) => Uint8Array
}

/** Derives a key on mainnet; `coin` 1 is testnet. */
export const makeTestKey = (kind: keyof BitcoinAccount, index: number, coin = 0): TestKey => {
  const { privateKey, publicKey } = root.derive(`m/${purposes[kind]}'/${coin}'/0'/0/${index}`)
  if (privateKey === null || publicKey === null) throw new RangeError("No key at that path")
  return {
    privateKey: new Uint8Array(privateKey),
    publicKey: new Uint8Array(publicKey),
    sign: (hash) => sign(hash, privateKey),
    signSchnorr: (hash) => signSchnorr(hash, privateKey, new Uint8Array(32)),
  }
}
