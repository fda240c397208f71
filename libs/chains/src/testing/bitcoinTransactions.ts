import { base64 } from "@scure/base"
import * as btc from "@scure/btc-signer"
import { pubECDSA, pubSchnorr } from "@scure/btc-signer/utils.js"
import { encodePsbt } from "../bitcoin/Psbt.ts"
import { parseAddressScript } from "../bitcoin/Script.ts"
import type { StandardAccount } from "../standard/StandardWallet.ts"

type TestKeyKind = "segwit" | "nested" | "taproot"

/** Makes a key without a wallet, with the account data that a wallet would share. Mainnet. */
export const bitcoinKey = (seed: number, kind: TestKeyKind) => {
  const secret = new Uint8Array(32).fill(seed)
  const publicKey = kind === "taproot" ? pubSchnorr(secret) : pubECDSA(secret)
  const address = toTestAddress(kind, publicKey)
  const account: StandardAccount = {
    address,
    publicKey,
    chains: ["bitcoin:mainnet"],
    features: ["bitcoin:signTransaction", "bitcoin:signMessage"],
    purpose: kind === "taproot" ? "ordinals" : "payment",
  }
  return {
    address,
    account,
    /** Signs the inputs of its key in a PSBT, with `sighash`; `finalized` returns it as some wallets do. */
    sign: (psbt: Uint8Array, { finalized = false, sighash }: SigningOptions = {}): Uint8Array => {
      const tx = btc.Transaction.fromPSBT(psbt)
      tx.sign(secret, sighash === undefined ? undefined : [sighash])
      if (finalized) tx.finalize()
      return tx.toPSBT(0)
    },
  }
}

interface SigningOptions {
  readonly finalized?: boolean
  readonly sighash?: number
}

const toTestAddress = (kind: TestKeyKind, publicKey: Uint8Array): string => {
  const key = new Uint8Array(publicKey)
  switch (kind) {
    case "segwit":
      return btc.p2wpkh(key).address ?? ""
    case "nested":
      return btc.p2sh(btc.p2wpkh(key)).address ?? ""
    case "taproot":
      return btc.p2tr(key).address ?? ""
  }
}

export interface BitcoinTestPayment {
  /** One UTXO of 10,000 satoshis each. */
  readonly from: readonly string[]
  readonly to: string
  readonly amount: bigint
}

/** Makes an unsigned payment. */
export const makeBitcoinPayment = ({ amount, from, to }: BitcoinTestPayment) => ({
  psbt: encodePsbt({
    inputs: from.map((address, at) => ({
      outpoint: `${"ab".repeat(32)}:${at}`,
      coin: { script: parseAddressScript(address) ?? new Uint8Array(), value: 10_000n },
    })),
    outputs: [{ script: parseAddressScript(to) ?? new Uint8Array(), value: amount }],
    lockTime: 800_000,
  }),
})

export const toPsbtBytes = ({ psbt }: { readonly psbt: string }): Uint8Array => base64.decode(psbt)
