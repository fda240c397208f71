import { pbkdf2Sync } from "node:crypto"
import { p2wpkh, Transaction as Replacement, SigHash } from "@scure/btc-signer"
import { Transaction, toXOnly } from "bitcoinjs-lib"
import { HDKey } from "viem/accounts"
import { type BitcoinAccount, bitcoinAccounts } from "../bitcoin/bitcoinAccounts.ts"
import type { BitcoinNetwork } from "../bitcoin/bitcoinNetworks.ts"
import { toOutputScript } from "../bitcoin/ledger/firstBlocks.ts"
import { toHashHex, toHex } from "../bitcoin/transaction/bytes.ts"
import { mnemonic } from "./mnemonic.ts"
import { StoryWorldFailed } from "./StoryWorldFailed.ts"

/** Satoshis added to the fee of the pending transaction. */
const extraFeeSats = 5000n

const purposes: Readonly<Partial<Record<keyof BitcoinAccount, number>>> = {
  segwit: 84,
  taproot: 86,
  nested: 49,
}

/**
 * Signs another transaction of the first account with the UTXOs of the pending one, which it replaces.
 * @returns hex
 * @throws StoryWorldFailed when no pending transaction can be replaced
 */
export const signReplacement = async (request: {
  readonly kind: "higherFee" | "cancel" | "other"
  /** Hex of all pending transactions. */
  readonly waiting: readonly string[]
  /** Returns the hex of a transaction by its ID. */
  readonly read: (txid: string) => Promise<string>
  readonly network: BitcoinNetwork
}): Promise<string> => {
  const { kind, network, read, waiting } = request
  const keys = deriveKeys(network)
  for (const hex of waiting) {
    const old = Transaction.fromHex(hex)
    const coins = await Promise.all(
      old.ins.map(async ({ hash, index }) => {
        const txid = toHashHex(hash)
        const output = Transaction.fromHex(await read(txid)).outs[index]
        const key = keys.find(({ script }) => output !== undefined && toHex(script) === toHex(output.script))
        return output === undefined || key === undefined ? null : { txid, index, output, key }
      }),
    )
    const own = coins.flatMap((coin) => coin ?? [])
    if (own.length < coins.length) continue
    const made = new Replacement()
    for (const { index, key, output, txid } of own)
      made.addInput({
        txid,
        index,
        sequence: 0xffff_fffd,
        witnessUtxo: { script: output.script, amount: output.value },
        ...(key.kind === "taproot" && { tapInternalKey: toXOnly(key.publicKey) }),
        ...(key.kind === "nested" && { redeemScript: p2wpkh(key.publicKey).script }),
      })
    const isOwn = (script: Uint8Array) => keys.some((key) => toHex(key.script) === toHex(script))
    const paid = kind === "higherFee" ? old.outs.filter(({ script }) => !isOwn(script)) : []
    for (const { script, value } of paid) made.addOutput({ script, amount: value })
    const fourth = bitcoinAccounts[network.addresses][3]?.segwit ?? ""
    const sum = (some: readonly { readonly value: bigint }[]) =>
      some.reduce((total, { value }) => total + value, 0n)
    const rest = sum(old.outs) - sum(paid) - extraFeeSats
    const back = old.outs.find(({ script }) => isOwn(script))?.script ?? own[0]?.output.script
    if (back === undefined) continue
    made.addOutput({ script: kind === "other" ? toOutputScript(fourth) : back, amount: rest })
    for (const [at, { key }] of own.entries())
      made.signIdx(key.privateKey, at, [SigHash.ALL, SigHash.DEFAULT], new Uint8Array(32))
    made.finalize()
    return made.hex
  }
  throw new StoryWorldFailed({ detail: "no pending payment to replace" })
}

/** Derives the keys of the first account. */
const deriveKeys = ({ addresses }: BitcoinNetwork) => {
  const root = HDKey.fromMasterSeed(pbkdf2Sync(mnemonic, "mnemonic", 2048, 64, "sha512"))
  const account = bitcoinAccounts[addresses][0]
  return (["segwit", "taproot", "nested"] as const).map((kind) => {
    const path = `m/${purposes[kind]}'/${addresses === "mainnet" ? 0 : 1}'/0'/0/0`
    const { privateKey, publicKey } = root.derive(path)
    if (account === undefined || privateKey === null || publicKey === null)
      throw new StoryWorldFailed({ detail: `there is no key at ${path}` })
    return {
      kind,
      privateKey: new Uint8Array(privateKey),
      publicKey: new Uint8Array(publicKey),
      script: toOutputScript(account[kind]),
    }
  })
}
