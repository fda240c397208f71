import type { Ledger } from "../ledger/Ledger.ts"
import type { LedgerState } from "../ledger/LedgerState.ts"
import { toHex } from "../transaction/bytes.ts"
import { merkleProof } from "./merkleProof.ts"
import { hashParameter, numberParameter, transactionParameter } from "./parameters.ts"
import { Refusal } from "./Refusal.ts"
import { bytes, json, type RestRoutes, text } from "./RestRoutes.ts"
import { statusJson, transactionJson } from "./transactionJson.ts"

/** What there is to know of a transaction. Source: the Esplora HTTP API. */
export const transactionRoutes: RestRoutes = {
  "/tx/:txid": ({ ledger, param }) =>
    json(transactionJson(ledger, transactionParameter(ledger, param("txid")))),
  "/tx/:txid/hex": ({ ledger, param }) =>
    text(toHex(transactionParameter(ledger, param("txid")).transaction.toBuffer())),
  "/tx/:txid/raw": ({ ledger, param }) =>
    bytes(transactionParameter(ledger, param("txid")).transaction.toBuffer()),
  // One that nobody knows is not confirmed either.
  "/tx/:txid/status": ({ ledger: { state }, param }) =>
    json(statusJson(state, state.transaction(hashParameter(param("txid")))?.height)),
  "/tx/:txid/outspend/:vout": ({ ledger: { state }, param }) =>
    json(spendingJson(state, `${hashParameter(param("txid"))}:${numberParameter(param("vout"))}`)),
  "/tx/:txid/outspends": ({ ledger, param }) => {
    const { txid, transaction } = transactionParameter(ledger, param("txid"))
    return json(transaction.outs.map((_, vout) => spendingJson(ledger.state, `${txid}:${vout}`)))
  },
  "/tx/:txid/merkle-proof": ({ ledger, param }) => json(proofJson(ledger, hashParameter(param("txid")))),
}

const spendingJson = (state: LedgerState, outpoint: string) => {
  const spender = state.spender(outpoint)
  if (spender === undefined) return { spent: false }
  const { txid, input } = spender
  return { spent: true, txid, vin: input, status: statusJson(state, state.transaction(txid)?.height) }
}

const proofJson = ({ state }: Ledger, txid: string) => {
  const block = state.blocks[state.transaction(txid)?.height ?? -1]
  if (block === undefined) throw new Refusal({ status: 404, text: "Transaction not found or is unconfirmed" })
  const pos = block.txids.indexOf(txid)
  return { block_height: block.height, merkle: merkleProof(block.txids, pos), pos }
}
