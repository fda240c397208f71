import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Clock } from "@wmodal/protocol"
import { bitcoin, mainnet } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { explainRequest as explainBitcoin } from "../../libs/chains/src/bitcoin/explainRequest.ts"
import { parseGuardedRequest } from "../../libs/chains/src/evm/guard/guardProvider.ts"
import { makeExplain } from "../../libs/chains/src/evm/makeExplain.ts"
import { findOtherSite } from "../../libs/chains/src/explain/findOtherSite.ts"
import { makeBitcoinCorpusNode, toCorpusAccounts } from "../../libs/chains/src/testing/bitcoinCorpusNode.ts"
import { makeEvmCorpusNode, me } from "../../libs/chains/src/testing/evmCorpusNode.ts"
import { readOutsideCorpus } from "../../libs/chains/src/testing/outside/readOutsideCorpus.ts"
import { makeStoryNode } from "./nodes.mjs"

/** For the benchmark of reviews, which asks the same account. */
export { corpusTokens, me } from "../../libs/chains/src/testing/evmCorpusNode.ts"

const read = (path) =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8"))

const explainEvm = makeExplain([])
const clock = { currentTimeMillisUnsafe: () => 1_795_000_000_000, sleep: () => Effect.never }

const parse = (method, params) => {
  try {
    return parseGuardedRequest(method, params) ?? null
  } catch {
    return null
  }
}

/** Returns the tags of a review's warnings; `["refused"]` if no wallet gets the request. */
export const reviewEvm = async (rpc, method, params, time = clock) => {
  const guarded = parse(method, params)
  if (guarded === null) return ["refused"]
  const { network: other, request } = guarded
  // A page's request for another network is reviewed there.
  if (other !== null && other !== "eip155:1") return ["OtherChain"]
  const asked = { network: mainnet, rpc, from: me, own: [me], request, tokens: [], nameOf: () => null }
  const reviewed = await Effect.runPromise(
    explainEvm(asked).pipe(
      Effect.catch(() => Effect.succeed(null)),
      Effect.provideService(Clock.Clock, time),
    ),
  )
  if (reviewed === null) return ["refused"]
  const sites = request._tag === "Message" ? findOtherSite(request.message, "app.example") : []
  return [...new Set([...reviewed.dangers, ...sites].map(({ _tag }) => _tag))]
}

const reviewBitcoin = async ({ from, message, psbt }) => {
  const request =
    message === undefined ? { _tag: "Transaction", transaction: { psbt } } : { _tag: "Message", message }
  const asked = {
    network: bitcoin,
    rpc: makeBitcoinCorpusNode().rpc,
    ...toCorpusAccounts(from),
    request,
    tokens: [],
    nameOf: () => null,
  }
  const reviewed = await Effect.runPromise(
    explainBitcoin(asked).pipe(Effect.catch(() => Effect.succeed(null))),
  )
  if (reviewed === null) return ["refused"]
  const sites = message === undefined ? [] : findOtherSite(message, "app.example")
  return [...new Set([...reviewed.dangers, ...sites].map(({ _tag }) => _tag))]
}

const forms = {
  eth_sendTransaction: "transaction",
  wallet_sendCalls: "batch",
  personal_sign: "message",
  eth_sign: "message",
  wallet_grantPermissions: "permission",
}
const toForm = (method) => forms[method] ?? (/TypedData/.test(method) ? "typed data" : "other")

const toStoryParams = ({ calls, message, method, params, transaction, typedData }) => {
  if (message !== undefined) return [`0x${Buffer.from(message).toString("hex")}`, me]
  if (typedData !== undefined) return [me, JSON.stringify(typedData)]
  if (transaction !== undefined) return [{ from: me, ...transaction }]
  if (calls === undefined) return params
  return [{ version: "2.0.0", chainId: "0x1", from: me, atomicRequired: true, calls, id: method }]
}

const evmCase = (source, { expect, id, method, node, params }, makeNode = makeEvmCorpusNode) => ({
  source,
  id,
  chain: "EVM",
  form: toForm(method),
  expect,
  method,
  params,
  review: () => reviewEvm(makeNode(node, id), method, params),
})

/** Solana's reviews are read from the record, which `solana/explanationRecord.test.ts` keeps true. */
const solanaCases = () => {
  const explanations = read("libs/chains/testing-data/solanaExplanations.json")
  const { requests } = read("libs/chains/testing-data/solanaRequests.json")
  return requests
    .filter(({ id }) => id.startsWith("field-"))
    .map(({ id, request }) => ({
      source: "record",
      id: id.replace("field-", ""),
      chain: "Solana",
      form: request._tag.startsWith("Transaction") ? "transaction" : "message",
      expect: id.startsWith("field-ok-") ? "none" : id === "field-memo-bidi" ? "shown" : "act",
      review: async () => {
        const sites = request._tag === "Message" ? findOtherSite(request.message, "app.example") : []
        const { dangers } = explanations[id]
        return dangers === undefined
          ? ["refused"]
          : [...new Set([...dangers, ...sites].map(({ _tag }) => _tag))]
      },
    }))
}

/**
 * Every request of the corpus: `expect` is `act` for a harmful one, which needs a warning or is refused, `none` for a
 * usual one, and `shown` for one that only has to be readable.
 */
export const readCorpus = () => [
  ...read("libs/chains/testing-data/evmHostile.json").map((one) => evmCase("hostile", one)),
  ...read("libs/chains/testing-data/testDapp.json").map((one) => evmCase("test dApp", one)),
  ...["drainers", "harmless"].flatMap((name) =>
    read(`stories/requests/${name}.json`).map(({ dangers, id, request }) =>
      evmCase(
        "stories",
        {
          id,
          expect: dangers.length > 0 ? "act" : "none",
          method: request.method,
          params: toStoryParams(request),
        },
        makeStoryNode,
      ),
    ),
  ),
  ...read("libs/chains/testing-data/bitcoinHostile.json").map((one) => ({
    source: "hostile",
    id: one.id,
    chain: "Bitcoin",
    form: one.message === undefined ? "transaction" : "message",
    expect: one.expect,
    review: () => reviewBitcoin(one),
  })),
  ...solanaCases(),
  ...readOutsideCorpus().map(({ form, harmful, ...one }) => ({
    ...one,
    source: "outside",
    form: form === "typedData" ? "typed data" : form,
    expect: harmful ? "act" : "none",
  })),
]
