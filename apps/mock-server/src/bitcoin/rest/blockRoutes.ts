import type { Ledger } from "../ledger/Ledger.ts"
import { type LedgerBlock, tipOf } from "../ledger/LedgerState.ts"
import { toHex } from "../transaction/bytes.ts"
import { blockJson } from "./blockJson.ts"
import { backlogJson, estimatesJson, mempoolBlocksJson, recentJson, recommendedJson } from "./feesJson.ts"
import { blockParameter, hashParameter, numberParameter } from "./parameters.ts"
import { notFound, Refusal } from "./Refusal.ts"
import { bytes, json, type RestRoutes, text } from "./RestRoutes.ts"
import { transactionJson } from "./transactionJson.ts"

const pageSize = 25
const listSize = 10

/** What there is to know of the chain and of the mempool. Source: the Esplora HTTP API; mempool.space for `v1`. */
export const blockRoutes: RestRoutes = {
  "/blocks": ({ ledger }) => listJson(ledger, tipOf(ledger.state).height),
  "/blocks/tip/hash": ({ ledger: { state } }) => text(tipOf(state).hash),
  "/blocks/tip/height": ({ ledger: { state } }) => text(String(tipOf(state).height)),
  "/blocks/:height": ({ ledger, param }) => listJson(ledger, numberParameter(param("height"))),
  "/block-height/:height": ({ ledger, param }) =>
    text(blockAt(ledger, numberParameter(param("height"))).hash),
  "/block/:hash": ({ ledger, param }) => json(blockJson(ledger.state, blockParameter(ledger, param("hash")))),
  "/block/:hash/header": ({ ledger, param }) =>
    text(toHex(blockParameter(ledger, param("hash")).block.toBuffer(true))),
  "/block/:hash/raw": ({ ledger, param }) => bytes(blockParameter(ledger, param("hash")).block.toBuffer()),
  "/block/:hash/status": ({ ledger: { state }, param }) => {
    const hash = hashParameter(param("hash"))
    const height = state.blocks.findIndex((block) => block.hash === hash)
    if (height < 0) return json({ in_best_chain: false })
    const next = state.blocks[height + 1]
    return json({ in_best_chain: true, height, ...(next === undefined ? {} : { next_best: next.hash }) })
  },
  "/block/:hash/txids": ({ ledger, param }) => json(blockParameter(ledger, param("hash")).txids),
  "/block/:hash/txid/:index": ({ ledger, param }) => {
    const txid = blockParameter(ledger, param("hash")).txids[numberParameter(param("index"))]
    if (txid === undefined) throw new Refusal({ status: 404, text: "tx index out of range" })
    return text(txid)
  },
  "/block/:hash/txs": ({ ledger, param }) =>
    transactionsJson(ledger, blockParameter(ledger, param("hash")), 0),
  "/block/:hash/txs/:start": ({ ledger, param }) => {
    const block = blockParameter(ledger, param("hash"))
    return transactionsJson(ledger, block, numberParameter(param("start")))
  },
  "/mempool": ({ ledger }) => json(backlogJson(ledger)),
  "/mempool/txids": ({ ledger }) => json(ledger.state.mempool().map(({ txid }) => txid)),
  "/mempool/recent": ({ ledger }) => json(recentJson(ledger)),
  "/fee-estimates": () => json(estimatesJson()),
  "/v1/fees/recommended": () => json(recommendedJson()),
  "/v1/fees/mempool-blocks": ({ ledger }) => json(mempoolBlocksJson(ledger)),
}

const blockAt = ({ state }: Ledger, height: number): LedgerBlock => {
  const block = state.blocks[height]
  if (block === undefined) throw notFound("Block")
  return block
}

const listJson = (ledger: Ledger, start: number) => {
  const { height } = blockAt(ledger, start)
  const blocks = ledger.state.blocks.slice(Math.max(0, height - listSize + 1), height + 1)
  return json(blocks.toReversed().map((block) => blockJson(ledger.state, block)))
}

const transactionsJson = (ledger: Ledger, { txids }: LedgerBlock, start: number) => {
  if (start >= txids.length) throw new Refusal({ status: 404, text: "start index out of range" })
  if (start % pageSize !== 0)
    throw new Refusal({ status: 400, text: `start index must be a multipication of ${pageSize}` })
  const entries = txids.slice(start, start + pageSize).flatMap((txid) => ledger.state.transaction(txid) ?? [])
  return json(entries.map((entry) => transactionJson(ledger, entry)))
}
