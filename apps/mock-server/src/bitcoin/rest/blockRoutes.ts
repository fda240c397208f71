import type { Ledger } from "../ledger/Ledger.ts"
import { getTip, type LedgerBlock } from "../ledger/LedgerState.ts"
import { toHex } from "../transaction/bytes.ts"
import { blockJson } from "./blockJson.ts"
import { backlogJson, estimatesJson, mempoolBlocksJson, recentJson, recommendedJson } from "./feesJson.ts"
import { findBlockParameter, parseHashParameter, parseNumberParameter } from "./parameters.ts"
import { notFoundError, RestError } from "./RestError.ts"
import { bytesResponse, jsonResponse, type RestRoutes, textResponse } from "./RestRoutes.ts"
import { transactionJson } from "./transactionJson.ts"

const pageSize = 25
const blockListSize = 10

/** The routes of the chain and the mempool. Source: the Esplora HTTP API; mempool.space for `v1`. */
export const blockRoutes: RestRoutes = {
  "/blocks": ({ ledger }) => listJson(ledger, getTip(ledger.state).height),
  "/blocks/tip/hash": ({ ledger: { state } }) => textResponse(getTip(state).hash),
  "/blocks/tip/height": ({ ledger: { state } }) => textResponse(String(getTip(state).height)),
  "/blocks/:height": ({ ledger, param }) => listJson(ledger, parseNumberParameter(param("height"))),
  "/block-height/:height": ({ ledger, param }) =>
    textResponse(findBlockAtHeight(ledger, parseNumberParameter(param("height"))).hash),
  "/block/:hash": ({ ledger, param }) =>
    jsonResponse(blockJson(ledger.state, findBlockParameter(ledger, param("hash")))),
  "/block/:hash/header": ({ ledger, param }) =>
    textResponse(toHex(findBlockParameter(ledger, param("hash")).block.toBuffer(true))),
  "/block/:hash/raw": ({ ledger, param }) =>
    bytesResponse(findBlockParameter(ledger, param("hash")).block.toBuffer()),
  "/block/:hash/status": ({ ledger: { state }, param }) => {
    const hash = parseHashParameter(param("hash"))
    const height = state.blocks.findIndex((block) => block.hash === hash)
    if (height < 0) return jsonResponse({ in_best_chain: false })
    const next = state.blocks[height + 1]
    return jsonResponse({
      in_best_chain: true,
      height,
      ...(next === undefined ? {} : { next_best: next.hash }),
    })
  },
  "/block/:hash/txids": ({ ledger, param }) => jsonResponse(findBlockParameter(ledger, param("hash")).txids),
  "/block/:hash/txid/:index": ({ ledger, param }) => {
    const txid = findBlockParameter(ledger, param("hash")).txids[parseNumberParameter(param("index"))]
    if (txid === undefined) throw new RestError({ status: 404, text: "tx index out of range" })
    return textResponse(txid)
  },
  "/block/:hash/txs": ({ ledger, param }) =>
    transactionsJson(ledger, findBlockParameter(ledger, param("hash")), 0),
  "/block/:hash/txs/:start": ({ ledger, param }) => {
    const block = findBlockParameter(ledger, param("hash"))
    return transactionsJson(ledger, block, parseNumberParameter(param("start")))
  },
  "/mempool": ({ ledger }) => jsonResponse(backlogJson(ledger)),
  "/mempool/txids": ({ ledger }) => jsonResponse(ledger.state.mempool().map(({ txid }) => txid)),
  "/mempool/recent": ({ ledger }) => jsonResponse(recentJson(ledger)),
  "/fee-estimates": ({ traits }) => jsonResponse(estimatesJson(traits)),
  "/v1/fees/recommended": ({ traits }) => jsonResponse(recommendedJson(traits)),
  "/v1/fees/mempool-blocks": ({ ledger }) => jsonResponse(mempoolBlocksJson(ledger)),
}

const findBlockAtHeight = ({ state }: Ledger, height: number): LedgerBlock => {
  const block = state.blocks[height]
  if (block === undefined) throw notFoundError("Block")
  return block
}

const listJson = (ledger: Ledger, start: number) => {
  const { height } = findBlockAtHeight(ledger, start)
  const blocks = ledger.state.blocks.slice(Math.max(0, height - blockListSize + 1), height + 1)
  return jsonResponse(blocks.toReversed().map((block) => blockJson(ledger.state, block)))
}

const transactionsJson = (ledger: Ledger, { txids }: LedgerBlock, start: number) => {
  if (start >= txids.length) throw new RestError({ status: 404, text: "start index out of range" })
  if (start % pageSize !== 0)
    throw new RestError({ status: 400, text: `start index must be a multipication of ${pageSize}` })
  const entries = txids.slice(start, start + pageSize).flatMap((txid) => ledger.state.transaction(txid) ?? [])
  return jsonResponse(entries.map((entry) => transactionJson(ledger, entry)))
}
