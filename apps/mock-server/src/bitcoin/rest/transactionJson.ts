import { script as bitcoinScript, type Transaction } from "bitcoinjs-lib"
import type { BitcoinNetwork } from "../bitcoinNetworks.ts"
import type { Ledger } from "../ledger/Ledger.ts"
import type { LedgerState, LedgerTransaction } from "../ledger/LedgerState.ts"
import { parseScriptOrNull, type ScriptInstruction } from "../script/instructions.ts"
import { getOutputKind, type OutputKind } from "../script/outputKind.ts"
import type { SpentOutput } from "../script/SignatureCheck.ts"
import { toHashHex, toHex } from "../transaction/bytes.ts"
import { toAddress } from "./toAddress.ts"

/** Names that differ from bitcoinjs-lib's. */
const nameOverrides: ReadonlyMap<number, string> = new Map([
  [0x4f, "OP_PUSHNUM_NEG1"],
  ...Array.from({ length: 16 }, (_, n) => [0x51 + n, `OP_PUSHNUM_${n + 1}`] as const),
  [0xb1, "OP_CLTV"],
  [0xb2, "OP_CSV"],
])

const names: ReadonlyMap<number, string> = new Map<number, string>([
  ...Object.entries(bitcoinScript.OPS).map(([name, opcode]) => [Number(opcode), name] as const),
  ...nameOverrides,
])

/** Disassembles a script in the format of electrs explorers; empty when it does not parse. */
const toAsm = (script: Uint8Array): string =>
  (parseScriptOrNull(script) ?? []).map(formatInstruction).join(" ")

const formatInstruction = ({ opcode, data }: ScriptInstruction): string => {
  if (opcode === 0) return "OP_0"
  if (data === null) return names.get(opcode) ?? `OP_RETURN_${opcode}`
  const name = opcode <= 75 ? `OP_PUSHBYTES_${opcode}` : (names.get(opcode) ?? "")
  return `${name} ${toHex(data)}`.trimEnd()
}

const typeNames: Readonly<Record<OutputKind["_tag"], string>> = {
  Key: "p2pk",
  KeyHash: "p2pkh",
  ScriptHash: "p2sh",
  WitnessKeyHash: "v0_p2wpkh",
  WitnessScriptHash: "v0_p2wsh",
  Taproot: "v1_p2tr",
  FutureWitness: "unknown",
  Multisig: "multisig",
  Data: "op_return",
  Other: "unknown",
}

/** Returns the confirmation status and block of a transaction. Source of the shapes here: the Esplora HTTP API. */
export const statusJson = ({ blocks }: LedgerState, height: number | null | undefined) => {
  const block = height == null ? undefined : blocks[height]
  return block === undefined
    ? { confirmed: false }
    : {
        confirmed: true,
        block_height: block.height,
        block_hash: block.hash,
        block_time: block.block.timestamp,
      }
}

const outputJson = ({ script, value }: SpentOutput, network: BitcoinNetwork) => {
  const address = toAddress(script, network)
  return {
    scriptpubkey: toHex(script),
    scriptpubkey_asm: toAsm(script),
    scriptpubkey_type: typeNames[getOutputKind(script)._tag],
    ...(address === undefined ? {} : { scriptpubkey_address: address }),
    value: Number(value),
  }
}

export const transactionJson = ({ network, state }: Ledger, entry: LedgerTransaction) => {
  const { txid, transaction, spent, fee, height } = entry
  return {
    txid,
    version: transaction.version,
    locktime: transaction.locktime,
    vin: transaction.ins.map((input, at) => inputJson(input, spent[at], network)),
    vout: transaction.outs.map((output) => outputJson(output, network)),
    size: transaction.byteLength(),
    weight: transaction.weight(),
    fee: Number(fee),
    status: statusJson(state, height),
  }
}

const inputJson = (
  { hash, index, script, sequence, witness }: Transaction["ins"][number],
  spent: SpentOutput | undefined,
  network: BitcoinNetwork,
) => ({
  txid: toHashHex(hash),
  vout: index,
  prevout: spent === undefined ? null : outputJson(spent, network),
  scriptsig: toHex(script),
  scriptsig_asm: toAsm(script),
  ...(witness.length === 0 ? {} : { witness: witness.map(toHex) }),
  is_coinbase: spent === undefined,
  sequence,
  ...innerScripts(script, witness, spent),
})

/** Returns the scripts that the hashes commit to. */
const innerScripts = (script: Uint8Array, witness: readonly Uint8Array[], spent: SpentOutput | undefined) => {
  const { _tag } = getOutputKind(spent?.script ?? new Uint8Array())
  const redeem = _tag === "ScriptHash" ? parseScriptOrNull(script)?.at(-1)?.data : undefined
  const isScriptHash =
    _tag === "WitnessScriptHash" || (redeem != null && getOutputKind(redeem)._tag === "WitnessScriptHash")
  const inner = isScriptHash ? witness.at(-1) : _tag === "Taproot" ? witness.at(-2) : undefined
  return {
    ...(redeem == null ? {} : { inner_redeemscript_asm: toAsm(redeem) }),
    ...(inner === undefined ? {} : { inner_witnessscript_asm: toAsm(inner) }),
  }
}
