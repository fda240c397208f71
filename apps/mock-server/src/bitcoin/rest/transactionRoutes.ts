import { crypto } from "bitcoinjs-lib"
import type { Ledger } from "../ledger/Ledger.ts"
import type { LedgerState } from "../ledger/LedgerState.ts"
import { fromHex, toHashHex, toHex } from "../transaction/bytes.ts"
import { findTransactionParameter, parseHashParameter, parseNumberParameter } from "./parameters.ts"
import { RestError } from "./RestError.ts"
import { bytesResponse, jsonResponse, type RestRoutes, textResponse } from "./RestRoutes.ts"
import { statusJson, transactionJson } from "./transactionJson.ts"

/** Returns the merkle branch of the transaction at `position`, deepest hash first. */
const makeMerkleProof = (txids: readonly string[], position: number): readonly string[] => {
  let level: readonly Uint8Array[] = txids.map((txid) => (fromHex(txid) ?? new Uint8Array()).toReversed())
  let at = position
  const proof: string[] = []
  while (level.length > 1) {
    // An odd last hash is paired with itself.
    const partner = level[at ^ 1] ?? level[at]
    proof.push(toHashHex(partner ?? new Uint8Array()))
    level = Array.from({ length: Math.ceil(level.length / 2) }, (_, pair) => {
      const left = level[pair * 2] ?? new Uint8Array()
      return crypto.hash256(Buffer.concat([left, level[pair * 2 + 1] ?? left]))
    })
    at = Math.floor(at / 2)
  }
  return proof
}

/** The routes of a transaction. Source: the Esplora HTTP API. */
export const transactionRoutes: RestRoutes = {
  "/tx/:txid": ({ ledger, param }) =>
    jsonResponse(transactionJson(ledger, findTransactionParameter(ledger, param("txid")))),
  "/tx/:txid/hex": ({ ledger, param }) =>
    textResponse(toHex(findTransactionParameter(ledger, param("txid")).transaction.toBuffer())),
  "/tx/:txid/raw": ({ ledger, param }) =>
    bytesResponse(findTransactionParameter(ledger, param("txid")).transaction.toBuffer()),
  // An unknown transaction is unconfirmed as well.
  "/tx/:txid/status": ({ ledger: { state }, param }) =>
    jsonResponse(statusJson(state, state.transaction(parseHashParameter(param("txid")))?.height)),
  "/tx/:txid/outspend/:vout": ({ ledger: { state }, param }) =>
    jsonResponse(
      spendingJson(state, `${parseHashParameter(param("txid"))}:${parseNumberParameter(param("vout"))}`),
    ),
  "/tx/:txid/outspends": ({ ledger, param }) => {
    const { txid, transaction } = findTransactionParameter(ledger, param("txid"))
    return jsonResponse(transaction.outs.map((_, vout) => spendingJson(ledger.state, `${txid}:${vout}`)))
  },
  "/tx/:txid/merkle-proof": ({ ledger, param }) =>
    jsonResponse(proofJson(ledger, parseHashParameter(param("txid")))),
}

const spendingJson = (state: LedgerState, outpoint: string) => {
  const spender = state.spender(outpoint)
  if (spender === undefined) return { spent: false }
  const { txid, input } = spender
  return { spent: true, txid, vin: input, status: statusJson(state, state.transaction(txid)?.height) }
}

const proofJson = ({ state }: Ledger, txid: string) => {
  const block = state.blocks[state.transaction(txid)?.height ?? -1]
  if (block === undefined)
    throw new RestError({ status: 404, text: "Transaction not found or is unconfirmed" })
  const pos = block.txids.indexOf(txid)
  return { block_height: block.height, merkle: makeMerkleProof(block.txids, pos), pos }
}
