import { base64 } from "@scure/base"
import * as btc from "@scure/btc-signer"
import { pubECDSA, pubSchnorr } from "@scure/btc-signer/utils.js"
import { writePsbt } from "../bitcoin/Psbt.ts"
import { scriptIn } from "../bitcoin/Script.ts"
import type { StandardAccount } from "../standard/StandardWallet.ts"

type Kind = "segwit" | "nested" | "taproot"

/** A key that stands in no wallet, with what a wallet shares of an address of it. Mainnet. */
export const bitcoinKey = (seed: number, kind: Kind) => {
  const secret = new Uint8Array(32).fill(seed)
  const publicKey = kind === "taproot" ? pubSchnorr(secret) : pubECDSA(secret)
  const address = addressOf(kind, publicKey)
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
    /** Signs what it can of a PSBT, as far as `sighash` says; `finalized` as some wallets give it back. */
    sign: (psbt: Uint8Array, { finalized = false, sighash }: Signing = {}): Uint8Array => {
      const tx = btc.Transaction.fromPSBT(psbt)
      tx.sign(secret, sighash === undefined ? undefined : [sighash])
      if (finalized) tx.finalize()
      return tx.toPSBT(0)
    },
  }
}

interface Signing {
  readonly finalized?: boolean
  readonly sighash?: number
}

const addressOf = (kind: Kind, publicKey: Uint8Array): string => {
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

export interface PayingBitcoin {
  /** One coin of 10,000 satoshis each. */
  readonly from: readonly string[]
  readonly to: string
  readonly amount: bigint
}

/** A payment before it is signed. */
export const payingBitcoin = ({ amount, from, to }: PayingBitcoin) => ({
  psbt: writePsbt({
    inputs: from.map((address, at) => ({
      outpoint: `${"ab".repeat(32)}:${at}`,
      coin: { script: scriptIn(address) ?? new Uint8Array(), value: 10_000n },
    })),
    outputs: [{ script: scriptIn(to) ?? new Uint8Array(), value: amount }],
    lockTime: 800_000,
  }),
})

export const psbtBytes = ({ psbt }: { readonly psbt: string }): Uint8Array => base64.decode(psbt)
