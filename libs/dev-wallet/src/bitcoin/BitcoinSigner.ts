import { HDKey } from "@scure/bip32"
import type { Psbt } from "bitcoinjs-lib"
import { Effect } from "effect"
import type { WifKey } from "../keyFile.ts"
import { SignerError } from "../Signer.ts"
import type { SideAddress } from "../standard/Side.ts"
import { testSeed } from "../testSeed.ts"
import { type BitcoinChain, type BitcoinKey, bitcoinKey, type Purpose } from "./BitcoinKey.ts"
import { signInput } from "./signInput.ts"
import { signMessage } from "./signMessage.ts"

/** Keys of one account of Bitcoin, that sign and cannot be read back. */
export interface BitcoinSigner {
  /** Payments before ordinals, the main network before the test network. */
  readonly addresses: readonly [BitcoinAddress, ...BitcoinAddress[]]
}

/** One address of an account, with its key. */
export interface BitcoinAddress extends SideAddress {
  readonly chain: BitcoinChain
  readonly purpose: Purpose
  readonly script: Uint8Array
  /** ECDSA in BIP-137's form for segwit, BIP-322's simple form for taproot. */
  readonly signMessage: (message: Uint8Array) => Effect.Effect<Uint8Array, SignerError>
  /** Signs an input that spends a coin of this address, and leaves it unfinished. @param sighash its flag */
  readonly signInput: (psbt: Psbt, index: number, sighash: number) => Effect.Effect<void, SignerError>
}

/**
 * Account `index` of `testMnemonic`: `m/84'/c'/0'/0/index` for payments, `m/86'/c'/0'/0/index` for ordinals, where `c` is
 * 0 on the main network and 1 on the test network. `index` is a small whole number.
 */
export const testBitcoinSigner = (index = 0): BitcoinSigner => {
  const root = HDKey.fromMasterSeed(testSeed())
  const derived = (chain: BitcoinChain, purpose: Purpose) => {
    const scheme = purpose === "payment" ? 84 : 86
    const coin = chain === "bitcoin:mainnet" ? 0 : 1
    const { privateKey } = root.derive(`m/${scheme}'/${coin}'/0'/0/${index}`)
    if (privateKey === null) throw new Error("Not a key")
    return addressOf(bitcoinKey(chain, purpose, privateKey))
  }
  return {
    addresses: [
      derived("bitcoin:mainnet", "payment"),
      derived("bitcoin:mainnet", "ordinals"),
      derived("bitcoin:testnet", "payment"),
      derived("bitcoin:testnet", "ordinals"),
    ],
  }
}

/** One key for payments and ordinals, on the network that it says itself. Fails with SignerError when it is none. */
export const bitcoinSignerFromKey = ({ key, network }: WifKey): Effect.Effect<BitcoinSigner, SignerError> =>
  Effect.try({
    try: (): BitcoinSigner => ({
      addresses: [
        addressOf(bitcoinKey(`bitcoin:${network}`, "payment", key)),
        addressOf(bitcoinKey(`bitcoin:${network}`, "ordinals", key)),
      ],
    }),
    catch: () => new SignerError({ what: "make a signer from the Bitcoin key" }),
  })

/** What may leave this folder: all but the key. */
const addressOf = (key: BitcoinKey): BitcoinAddress => {
  const { address, chain, chains, publicKey, purpose, script } = key
  const attempt = <A>(what: string, run: () => A) =>
    Effect.try({ try: run, catch: () => new SignerError({ what }) })
  return {
    address,
    chain,
    chains,
    publicKey,
    purpose,
    script,
    signMessage: (message) => attempt("sign the message", () => signMessage(key, message)),
    signInput: (psbt, index, sighash) =>
      attempt("sign the input", () => signInput(key, psbt, index, sighash)),
  }
}
