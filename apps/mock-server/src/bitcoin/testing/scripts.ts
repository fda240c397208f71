import { sign } from "@bitcoinerlab/secp256k1"
import { script as bitcoinScript, crypto, Transaction } from "bitcoinjs-lib"
import { bitcoinAccounts } from "../bitcoinAccounts.ts"
import { toOutputScript } from "../ledger/firstBlocks.ts"
import type { Ledger } from "../ledger/Ledger.ts"
import { fromHex } from "../transaction/bytes.ts"
import { makeTestKey } from "./keys.ts"
import { getUtxos, type OwnUtxo } from "./transactions.ts"

/** An output that can be spent. */
export type Spendable = Pick<OwnUtxo, "txid" | "vout" | "value" | "script">

export interface UnsignedDraft {
  readonly coins: readonly Spendable[]
  /** Default: one output of the inputs less 2000 satoshis. */
  readonly outputs?: readonly { readonly script: Uint8Array; readonly value: bigint }[]
  readonly version?: number
  readonly lockTime?: number
  readonly sequence?: number
}

/** Makes an unsigned transaction that pays the first account. */
export const makeUnsigned = ({ coins, outputs, ...options }: UnsignedDraft): Transaction => {
  const transaction = new Transaction()
  transaction.version = options.version ?? 2
  transaction.locktime = options.lockTime ?? 0
  for (const { txid, vout } of coins)
    transaction.addInput(toHash(txid), vout, options.sequence ?? 0xffff_fffd)
  const rest = coins.reduce((sum, { value }) => sum + value, 0n) - 2000n
  for (const { script, value } of outputs ?? [{ script: ownScript, value: rest }])
    transaction.addOutput(script, value)
  return transaction
}

/** The recipient of test payments. */
export const ownScript = toOutputScript(bitcoinAccounts.mainnet[0]?.segwit ?? "")

const toHash = (txid: string): Uint8Array => (fromHex(txid) ?? new Uint8Array()).toReversed()

/** Signs a script that predates segregated witness. */
export const signLegacy = (
  transaction: Transaction,
  input: number,
  {
    code,
    privateKey,
    hashType = 1,
  }: { readonly code: Uint8Array; readonly privateKey: Uint8Array; readonly hashType?: number },
): Uint8Array =>
  bitcoinScript.signature.encode(
    sign(transaction.hashForSignature(input, code, hashType), privateKey),
    hashType,
  )

/** Signs a witness script. Source: BIP-143. */
export const signWitness = (
  transaction: Transaction,
  input: number,
  {
    code,
    value,
    privateKey,
    hashType = 1,
  }: {
    readonly code: Uint8Array
    readonly value: bigint
    readonly privateKey: Uint8Array
    readonly hashType?: number
  },
): Uint8Array =>
  bitcoinScript.signature.encode(
    sign(transaction.hashForWitnessV0(input, code, value, hashType), privateKey),
    hashType,
  )

export const makePayToKeyHash = (publicKey: Uint8Array): Uint8Array =>
  makeScript("76a914", crypto.hash160(publicKey), "88ac")

/** Signs all inputs, which spend UTXOs of one account's segwit address. */
export const signSegwit = (transaction: Transaction, coins: readonly Spendable[], index = 0): Transaction => {
  const { privateKey, publicKey } = makeTestKey("segwit", index)
  for (const [input, { value }] of coins.entries()) {
    const signature = signWitness(transaction, input, {
      code: makePayToKeyHash(publicKey),
      value,
      privateKey,
    })
    transaction.setWitness(input, [signature, publicKey])
  }
  return transaction
}

/** Concatenates script parts; a text is hexadecimal. */
export const makeScript = (...parts: readonly (string | Uint8Array)[]): Uint8Array =>
  new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "hex") : part))),
  )

/** Makes a push of up to 255 bytes. */
export const makePush = (bytes: Uint8Array): Uint8Array =>
  bytes.length <= 75
    ? Uint8Array.from([bytes.length, ...bytes])
    : Uint8Array.from([0x4c, bytes.length, ...bytes])

export const wrapInScriptHash = (script: Uint8Array): Uint8Array =>
  makeScript("a914", crypto.hash160(script), "87")
export const wrapInWitness = (script: Uint8Array): Uint8Array => makeScript("0020", crypto.sha256(script))

/** Pays `value` to each script from a UTXO of the second account, and mines it. */
export const fund = (
  ledger: Ledger,
  scripts: readonly Uint8Array[],
  value = 100_000n,
): readonly Spendable[] => {
  const coins = getUtxos(ledger, "segwit", 1).slice(0, 1)
  const rest = coins.reduce((sum, coin) => sum + coin.value, 0n) - value * BigInt(scripts.length) - 20_000n
  const outputs = [...scripts.map((script) => ({ script, value })), { script: ownScript, value: rest }]
  const txid = ledger.send(signSegwit(makeUnsigned({ coins, outputs }), coins, 1).toHex())
  ledger.mine(1)
  return scripts.map((script, vout) => ({ txid, vout, script, value }))
}
