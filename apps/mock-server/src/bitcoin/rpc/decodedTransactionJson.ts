import { script as bitcoinScript, type Transaction } from "bitcoinjs-lib"
import type { BitcoinNetwork } from "../bitcoinNetworks.ts"
import { getWtxid } from "../ledger/LedgerState.ts"
import { toAddress } from "../rest/toAddress.ts"
import { parseScriptOrNull, type ScriptInstruction } from "../script/instructions.ts"
import { getOutputKind, type OutputKind } from "../script/outputKind.ts"
import type { SpentOutput } from "../script/SignatureCheck.ts"
import { toHashHex, toHex } from "../transaction/bytes.ts"

const typeNames: Readonly<Record<OutputKind["_tag"], string>> = {
  Key: "pubkey",
  KeyHash: "pubkeyhash",
  ScriptHash: "scripthash",
  WitnessKeyHash: "witness_v0_keyhash",
  WitnessScriptHash: "witness_v0_scripthash",
  Taproot: "witness_v1_taproot",
  FutureWitness: "witness_unknown",
  Multisig: "multisig",
  Data: "nulldata",
  Other: "nonstandard",
}

/** Converts satoshis to a number in BTC, as in bitcoind's JSON. */
export const toBtc = (satoshis: bigint): number => Number(satoshis) / 100_000_000

/** Describes a transaction as `getrawtransaction` does. */
export const decodedTransactionJson = (transaction: Transaction, network: BitcoinNetwork) => ({
  txid: transaction.getId(),
  hash: getWtxid(transaction),
  version: transaction.version,
  size: transaction.byteLength(),
  vsize: transaction.virtualSize(),
  weight: transaction.weight(),
  locktime: transaction.locktime,
  vin: transaction.ins.map((input) => ({
    ...(transaction.isCoinbase()
      ? { coinbase: toHex(input.script) }
      : {
          txid: toHashHex(input.hash),
          vout: input.index,
          scriptSig: { asm: toBitcoindAsm(input.script, true), hex: toHex(input.script) },
        }),
    ...(input.witness.length === 0 ? {} : { txinwitness: input.witness.map(toHex) }),
    sequence: input.sequence,
  })),
  vout: transaction.outs.map((output, n) => outputJson(output, n, network)),
})

const outputJson = ({ script, value }: SpentOutput, n: number, network: BitcoinNetwork) => {
  const address = toAddress(script, network)
  return {
    value: toBtc(value),
    n,
    scriptPubKey: {
      asm: toBitcoindAsm(script, false),
      hex: toHex(script),
      ...(address === undefined ? {} : { address }),
      type: typeNames[getOutputKind(script)._tag],
    },
  }
}

const names = new Map(Object.entries(bitcoinScript.OPS).map(([name, opcode]) => [Number(opcode), name]))

/** Disassembles a script in bitcoind's format: small pushes are numbers, signatures name their hash type. */
const toBitcoindAsm = (script: Uint8Array, hasSignatures: boolean): string =>
  (parseScriptOrNull(script) ?? []).map((step) => formatInstruction(step, hasSignatures)).join(" ")

const hashTypes: ReadonlyMap<number, string> = new Map([
  [1, "ALL"],
  [2, "NONE"],
  [3, "SINGLE"],
  [0x81, "ALL|ANYONECANPAY"],
  [0x82, "NONE|ANYONECANPAY"],
  [0x83, "SINGLE|ANYONECANPAY"],
])

const formatInstruction = ({ opcode, data }: ScriptInstruction, hasSignatures: boolean): string => {
  if (data === null) {
    if (opcode === 0x4f) return "-1"
    return opcode >= 0x51 && opcode <= 0x60 ? String(opcode - 0x50) : (names.get(opcode) ?? "OP_UNKNOWN")
  }
  if (data.length <= 4) return String(bitcoinScript.number.decode(data, 4, false))
  if (hasSignatures && bitcoinScript.isCanonicalScriptSignature(data))
    return `${toHex(data.subarray(0, -1))}[${hashTypes.get(data.at(-1) ?? 0) ?? ""}]`
  return toHex(data)
}
