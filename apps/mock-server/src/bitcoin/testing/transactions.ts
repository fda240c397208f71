import * as ecc from "@bitcoinerlab/secp256k1"
import { p2wpkh, Transaction as ScureTransaction, SigHash } from "@scure/btc-signer"
import { crypto, initEccLib, Psbt, toXOnly } from "bitcoinjs-lib"
import { genesisTimestamp } from "../../evm/genesis.ts"
import { type BitcoinAccount, bitcoinAccounts } from "../bitcoinAccounts.ts"
import { bitcoinNetworks } from "../bitcoinNetworks.ts"
import { toOutputScript } from "../ledger/firstBlocks.ts"
import { type Ledger, makeLedger } from "../ledger/Ledger.ts"
import { makeTestKey, type TestKey } from "./keys.ts"

initEccLib(ecc)

const mainnet = bitcoinNetworks.get("bip122:000000000019d6689c085ae165831e93")

/** Makes a mainnet ledger with a clock fixed at the start of worlds, unless the test passes others. */
export const makeFreshLedger = (now = () => genesisTimestamp * 1000, network = mainnet): Ledger => {
  if (network === undefined) throw new RangeError("Mainnet is not there")
  return makeLedger({ now, tip: () => {} }, network)
}

/** A UTXO of a test account. */
export interface OwnUtxo {
  readonly kind: keyof BitcoinAccount
  /** Index of the account. */
  readonly index: number
  readonly txid: string
  readonly vout: number
  readonly value: bigint
  readonly script: Uint8Array
  /** The whole parent transaction, for legacy inputs. */
  readonly parent: Uint8Array
}

/** Returns the UTXOs of an address, the largest first. */
export const getUtxos = (ledger: Ledger, kind: keyof BitcoinAccount, index = 0): readonly OwnUtxo[] => {
  const script = toOutputScript(bitcoinAccounts.mainnet[index]?.[kind] ?? "")
  return ledger.state
    .history(script)
    .flatMap(({ txid, transaction }) =>
      transaction.outs.flatMap((output, vout) =>
        Buffer.compare(output.script, script) === 0 && ledger.state.coin(`${txid}:${vout}`) !== undefined
          ? [{ kind, index, txid, vout, value: output.value, script, parent: transaction.toBuffer() }]
          : [],
      ),
    )
    .toSorted((left, right) => Number(right.value - left.value))
}

export interface TransactionDraft {
  readonly coins: readonly OwnUtxo[]
  readonly outputs: readonly { readonly address: string; readonly value: bigint }[]
  readonly sequence?: number
  readonly lockTime?: number
  readonly version?: number
  /** The hash type of every input. Default: all. */
  readonly hashType?: number
}

/** Makes a signer of a taproot output without scripts. */
export const makeTweakedSigner = ({ privateKey, publicKey }: TestKey) => {
  const isOdd = publicKey[0] === 3
  const even = isOdd ? ecc.privateNegate(privateKey) : privateKey
  const tweak = crypto.taggedHash("TapTweak", toXOnly(publicKey))
  const key = ecc.privateAdd(even, tweak) ?? new Uint8Array(32)
  return {
    publicKey: ecc.pointFromScalar(key) ?? new Uint8Array(33),
    sign: (hash: Uint8Array) => ecc.sign(hash, key),
    signSchnorr: (hash: Uint8Array) => ecc.signSchnorr(hash, key, new Uint8Array(32)),
  }
}

/** Builds and signs a transaction with bitcoinjs-lib. */
export const signWithBitcoinjs = ({ coins, outputs, ...options }: TransactionDraft): string => {
  const psbt = new Psbt()
  psbt.setVersion(options.version ?? 2)
  psbt.setLocktime(options.lockTime ?? 0)
  for (const { kind, index, txid, vout, value, script, parent } of coins) {
    const { publicKey } = makeTestKey(kind, index)
    psbt.addInput({
      hash: txid,
      index: vout,
      sequence: options.sequence ?? 0xffff_fffd,
      ...(kind === "legacy" ? { nonWitnessUtxo: parent } : { witnessUtxo: { script, value } }),
      ...(kind === "taproot" ? { tapInternalKey: toXOnly(publicKey) } : {}),
      ...(kind === "nested" ? { redeemScript: p2wpkh(publicKey).script } : {}),
      ...(options.hashType === undefined ? {} : { sighashType: options.hashType }),
    })
  }
  psbt.addOutputs([...outputs])
  for (const [at, { kind, index }] of coins.entries()) {
    const key = makeTestKey(kind, index)
    const types = options.hashType === undefined ? undefined : [options.hashType]
    psbt.signInput(at, kind === "taproot" ? makeTweakedSigner(key) : key, types)
  }
  psbt.finalizeAllInputs()
  return psbt.extractTransaction(true).toHex()
}

/** Builds and signs a transaction with @scure/btc-signer. */
export const signWithScure = ({ coins, outputs, ...options }: TransactionDraft): string => {
  const transaction = new ScureTransaction({ version: options.version ?? 2, lockTime: options.lockTime ?? 0 })
  for (const { kind, index, txid, vout, value, script, parent } of coins) {
    const { publicKey } = makeTestKey(kind, index)
    transaction.addInput({
      txid,
      index: vout,
      sequence: options.sequence ?? 0xffff_fffd,
      ...(kind === "legacy" ? { nonWitnessUtxo: parent } : { witnessUtxo: { script, amount: value } }),
      ...(kind === "taproot" ? { tapInternalKey: toXOnly(publicKey) } : {}),
      ...(kind === "nested" ? { redeemScript: p2wpkh(publicKey).script } : {}),
      ...(options.hashType === undefined ? {} : { sighashType: options.hashType }),
    })
  }
  for (const { address, value } of outputs) transaction.addOutputAddress(address, value)
  const all = [options.hashType ?? SigHash.ALL, SigHash.DEFAULT]
  for (const [at, { kind, index }] of coins.entries())
    transaction.signIdx(makeTestKey(kind, index).privateKey, at, all, new Uint8Array(32))
  transaction.finalize()
  return transaction.hex
}

export const kinds = ["segwit", "taproot", "nested", "legacy"] as const

export const libraries = [
  ["bitcoinjs-lib", signWithBitcoinjs],
  ["@scure/btc-signer", signWithScure],
] as const

export interface TestPayment {
  readonly value: bigint
  readonly fee: bigint
  /** The address kind of the recipient, the third account. Default: segwit. */
  readonly to?: keyof BitcoinAccount
  /** The address kind of the change of the first account. Default: segwit. */
  readonly change?: keyof BitcoinAccount
}

/** Makes a payment to the third account, with the remainder as change unless it is zero. */
export const makePayment = (
  coins: readonly OwnUtxo[],
  { value, fee, to = "segwit", change = "segwit" }: TestPayment,
): TransactionDraft => {
  const [own, , other] = bitcoinAccounts.mainnet
  const rest = coins.reduce((sum, coin) => sum + coin.value, 0n) - value - fee
  return {
    coins,
    outputs: [
      { address: other?.[to] ?? "", value },
      ...(rest === 0n ? [] : [{ address: own?.[change] ?? "", value: rest }]),
    ],
  }
}

/** Sends a test payment. @returns its id. */
export const send = (ledger: Ledger, coins: readonly (OwnUtxo | undefined)[], payment: TestPayment): string =>
  ledger.send(
    signWithBitcoinjs(
      makePayment(
        coins.flatMap((coin) => coin ?? []),
        payment,
      ),
    ),
  )
