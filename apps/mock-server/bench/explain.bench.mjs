/**
 * Measures explanations of EVM requests with their simulation on a local anvil: the corpus of the warnings, and the
 * requests that cost the most of all that can be reviewed. The ratio is that to what any wallet does without a review:
 * one bare simulation of the same calls, or the hash of the message by viem. Runs alternate in one process.
 */
import { fetchLayer } from "@wmodal/api/node"
import { Clock, makeRpc } from "@wmodal/protocol"
import { mainnet } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { hashMessage, hashTypedData } from "viem"
import { corpusTokens, readCorpus, reviewEvm } from "../../../scripts/warnings/corpus.mjs"
import { startAnvil } from "../src/evm/Anvil.ts"
import { genesisTimestamp } from "../src/evm/genesis.ts"
import { makeGenesisState } from "../src/evm/genesisState.ts"
import { tokens } from "../src/evm/tokens.ts"
import { worstCases, worstTokens } from "./explain/worstCases.mjs"
import { median, quantile } from "./figures.ts"

const rounds = 5
/** Milliseconds: 95 % of the requests, and each one. */
const limits = { most: 150, all: 500 }

/** A chain on which every token that the requests name is the mock server's first one. */
const makeState = () => {
  const state = JSON.parse(makeGenesisState(mainnet))
  const token = state.accounts[tokens[0].address.toLowerCase()]
  for (const address of [...Object.keys(corpusTokens), ...worstTokens]) state.accounts[address] = token
  return JSON.stringify(state)
}

/** What a wallet does with a request at least. */
const makeBare =
  (anvil) =>
  async ({ method, params }) => {
    if (method === "personal_sign") return hashMessage({ raw: params[0] })
    if (method.startsWith("eth_signTypedData")) {
      try {
        return hashTypedData(typeof params[1] === "string" ? JSON.parse(params[1]) : params[1])
      } catch {
        return null
      }
    }
    const [first] = params
    const calls = (method === "wallet_sendCalls" ? first.calls : [first]).map(({ data, to, value }) => ({
      from: first.from,
      to,
      data,
      value,
    }))
    const simulated = [{ blockStateCalls: [{ calls }] }, "latest"]
    return anvil.send({ jsonrpc: "2.0", id: 1, method: "eth_simulateV1", params: simulated })
  }

const measure = Effect.fnUntraced(function* (anvil) {
  const rpc = yield* makeRpc({ tiers: [[anvil.url]] })
  const clock = yield* Clock.Clock
  const bare = makeBare(anvil)
  const timed = (work) =>
    Effect.promise(async () => {
      const from = performance.now()
      const value = await work()
      return { ms: performance.now() - from, value }
    })
  const requests = [
    ...readCorpus().flatMap((one) => (one.method === undefined ? [] : [{ ...one, isWorst: false }])),
    ...worstCases.map((one) => ({ ...one, isWorst: true })),
  ]
  const measured = []
  for (const one of requests) {
    const taken = []
    for (let at = 0; at < rounds; at += 1) {
      const explained = yield* timed(() => reviewEvm(rpc, one.method, one.params, clock))
      taken.push({
        explained: explained.ms,
        warnings: explained.value,
        bare: (yield* timed(() => bare(one))).ms,
      })
    }
    measured.push({
      ...one,
      explained: median(taken.map(({ explained }) => explained)),
      bare: median(taken.map(({ bare }) => bare)),
      warnings: taken[0].warnings,
    })
  }
  return measured
})

const anvil = await startAnvil({ chainId: 1, timestamp: genesisTimestamp, state: makeState() })
try {
  const measured = await Effect.runPromise(
    measure(anvil).pipe(Effect.provide(fetchLayer({ url: "https://bench.example" })), Effect.scoped),
  )
  const show = (name, group) => {
    const explained = group.map(({ explained }) => explained)
    const ratios = group.map(({ explained, bare }) => explained / bare)
    console.log(
      `${name}: median ${median(explained).toFixed(1)} ms, p95 ${quantile(explained, 0.95).toFixed(1)} ms, most ${Math.max(...explained).toFixed(1)} ms; median ratio ${median(ratios).toFixed(2)}`,
    )
  }
  const corpus = measured.filter(({ isWorst }) => !isWorst)
  const worst = measured.filter(({ isWorst }) => isWorst)
  console.log(`explanation with simulation over a bare simulation or hash, median of ${rounds} for each`)
  show(`${corpus.length} requests of the corpus`, corpus)
  show(`${worst.length} requests at the bounds`, worst)
  const [slowest] = corpus.toSorted((one, other) => other.explained - one.explained)
  for (const { bare, explained, id, warnings } of [slowest, ...worst])
    console.log(
      `  ${id}: ${explained.toFixed(1)} ms, bare ${bare.toFixed(1)} ms, ratio ${(explained / bare).toFixed(1)}, ${warnings.join(", ")}`,
    )
  const all = measured.map(({ explained }) => explained)
  const isWithin = quantile(all, 0.95) < limits.most && Math.max(...all) < limits.all
  console.log(
    `limits of ${limits.most} ms for 95 % and ${limits.all} ms for all: ${isWithin ? "kept" : "exceeded"}`,
  )
} finally {
  await anvil.end()
}
