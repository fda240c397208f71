import { bitcoin as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { bitcoinActions as actions } from "../bitcoin/actions.ts"
import { encodePsbt } from "../bitcoin/Psbt.ts"
import { parseAddressScript } from "../bitcoin/Script.ts"
import type { TransactionQuery } from "../contract/TransactionStatus.ts"
import { makeEsploraNode } from "./esploraNode.ts"

export const vera = "bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te"
export const milo = "bc1qt3az9lwpqfvr466mezsewuzdc4d379ldv83d4c"
const scriptOf = (address: string) => parseAddressScript(address) ?? new Uint8Array()
export const mine = scriptOf(vera)
export const his = scriptOf(milo)
/** Bytes as lower-case hex, without 0x. */
export const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex")
/** The payment that is sought: Vera pays Milo with two outputs of this transaction. */
export const parent = "ab".repeat(32)
export const psbt = encodePsbt({
  inputs: [0, 1].map((index) => ({ outpoint: `${parent}:${index}`, coin: { script: mine, value: 50_000n } })),
  outputs: [
    { script: his, value: 60_000n },
    { script: mine, value: 39_000n },
  ],
  lockTime: 0,
})

/** An output, as Esplora shows it. */
export const output = (script: Uint8Array, value: number) => ({
  scriptpubkey: hex(script),
  scriptpubkey_address: script === mine ? vera : milo,
  value,
})
/** A transaction that spends outputs of `parent`, as Esplora shows it. `height: null`: in the mempool. */
export const shown = (
  txid: string,
  height: number | null,
  { inputs = [0, 1], outputs = [output(his, 60_000), output(mine, 39_000)] } = {},
) => ({
  txid,
  vin: inputs.map((vout) => ({ txid: parent, vout, prevout: output(mine, 50_000), is_coinbase: false })),
  vout: outputs,
  weight: 561,
  fee: 1_000,
  status: height === null ? { confirmed: false } : { confirmed: true, block_height: height, block_time: 7 },
})

export const otherTxid = "02".repeat(32)

/** Seeks the payment at a node that answers these paths. */
export const finding = (paths: Readonly<Record<string, unknown>>, sought: Partial<TransactionQuery> = {}) => {
  const { asked, rpc } = makeEsploraNode({ "/blocks/tip/height": "100", ...paths })
  const standing = Effect.runPromise(
    actions.find({
      network,
      rpc,
      sought: { from: vera, transaction: { psbt }, mark: null, hash: null, excludedHashes: [], ...sought },
    }),
  )
  return { asked, standing }
}
