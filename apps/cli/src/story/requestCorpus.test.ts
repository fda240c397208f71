import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { makeDevConnector, makeScriptedApprover, makeTestSigner } from "@wmodal/dev-wallet"
import { Fetch, makeFetch, SubscriptionRef } from "@wmodal/protocol"
import { mainnet } from "@wmodal/protocol/networks"
import { Effect, Stream } from "effect"
import * as z from "zod/mini"
import type { Settings } from "../settings/Settings.ts"
import { openWallet } from "../wallet/openWallet.ts"
import { makeBrowser } from "./Page.ts"

const folder = join(import.meta.dirname, "../../../../stories/requests")
const readJson = (name: string): unknown => JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"))
const Corpus = z.array(z.object({ id: z.string(), request: z.looseObject({ method: z.string() }) }))
type CorpusRequest = z.infer<typeof Corpus>[number]["request"]

const signatures = ["personal_sign", "eth_signTypedData_v4"]
/** Returns the requests of a file that no other test of the terminal plays. */
const readTransactions = (name: "drainers" | "harmless") =>
  Corpus.parse(readJson(name)).filter(({ request }) => !signatures.includes(request.method))

const node = z
  .object({
    answers: z.record(z.string(), z.unknown()),
    code: z.string(),
    collections: z.array(z.string()),
    simulatedCall: z.unknown(),
    token: z.record(z.string(), z.string()),
  })
  .parse(readJson("node"))

const signer = makeTestSigner(0)
const me = signer.address

/** Returns the response of the node that stories/requests/README.md describes. */
const answerNode = (method: string, [first]: readonly unknown[]): unknown => {
  if (method === "eth_chainId") return "0x1"
  if (method === "eth_getBalance" || method === "eth_getTransactionCount") return "0x0"
  if (method === "eth_getCode") return String(first).toLowerCase() === me.toLowerCase() ? "0x" : node.code
  const { blockStateCalls = [], data = "", to = "" } = Object(first)
  if (method === "eth_simulateV1") return [{ calls: blockStateCalls[0].calls.map(() => node.simulatedCall) }]
  if (method !== "eth_call") return node.answers[method]
  const selector = String(data).slice(0, 10)
  return node.collections.includes(String(to).toLowerCase()) && selector === "0x313ce567"
    ? "0x"
    : (node.token[selector] ?? "0x")
}

const Asked = z.object({ id: z.unknown(), method: z.string(), params: z._default(z.array(z.unknown()), []) })
const respond = ({ id, method, params }: z.infer<typeof Asked>) => {
  const result = answerNode(method, params)
  return {
    jsonrpc: "2.0",
    id,
    ...(result === undefined ? { error: { code: -32601, message: "" } } : { result }),
  }
}
const fetch = makeFetch(async (request) => {
  const asked = z.union([Asked, z.array(Asked)]).parse(await request.json())
  return Response.json(Array.isArray(asked) ? asked.map(respond) : respond(asked))
})

const toParams = (request: CorpusRequest): unknown => {
  switch (request.method) {
    case "eth_sendTransaction":
      return [{ from: me, ...Object(request["transaction"]) }]
    case "wallet_sendCalls": {
      const { calls } = request
      return [{ version: "2.0.0", chainId: "0x1", from: me, atomicRequired: true, calls }]
    }
    default:
      return request["params"]
  }
}

const settings: Settings = {
  projectId: null,
  endpoints: {},
  swapRouters: {},
  meldUrl: null,
  rpc: [],
  nodes: { "eip155:1": ["https://corpus-node.test/"] },
  networks: [mainnet],
  network: null,
}

const Provider = z.custom<{ readonly request: (request: object) => Promise<unknown> }>(
  (value) => typeof value === "object" && value !== null && "request" in value,
)

/** Opens the terminal's page with a wallet whose user declines, and connects it. */
const openPage = Effect.gen(function* () {
  const person = makeScriptedApprover()
  const wallet = yield* openWallet({
    signer,
    settings,
    snapshot: null,
    approve: person.approve,
    features: { smartAccount: true },
  })
  const page = yield* makeBrowser(settings, () => [
    makeDevConnector({ wallet, origin: "https://app.example" }),
  ]).open
  yield* Effect.addFinalizer(() => page.close)
  yield* page.engine.connection.connectAndWait("dev", "eip155")
  person.willAnswer("decline")
  const { requests } = page.flows
  const provider = Provider.parse(
    page.engine.connection
      .connectorOf("eip155")
      ?.getProvider((question) => Effect.runPromise(requests.handle(question))),
  )
  /** Approves a request without any other act. @returns its warnings; `null` if it is refused without a review */
  const approve = (request: CorpusRequest) =>
    Effect.gen(function* () {
      const before = person.asked.length
      const heard = provider.request({ method: request.method, params: toParams(request) }).then(
        () => "answer",
        (thrown: unknown) => Object(thrown).code,
      )
      const explained = yield* Effect.raceFirst(
        SubscriptionRef.changes(requests.state).pipe(
          Stream.map((state) => (state._tag === "Reviewing" ? state.explained : null)),
          Stream.filter((one) => one !== null),
          Stream.runHead,
          Effect.flatMap(Effect.fromOption),
        ),
        Effect.as(
          Effect.promise(() => heard),
          null,
        ),
      )
      yield* requests.approve
      if (explained !== null && explained.dangers.length > 0) yield* requests.reject
      return {
        dangers: explained === null ? null : explained.dangers.length,
        heard: yield* Effect.promise(() => heard),
        asked: person.asked.length - before,
      }
    })
  return { approve }
})

describe("transactions of the request corpus in the terminal", () => {
  it.live("sends no drainer to the wallet before its warnings are confirmed", () =>
    Effect.gen(function* () {
      const { approve } = yield* openPage
      const transactions = readTransactions("drainers")
      expect(transactions.length).toBeGreaterThan(20)
      for (const { id, request } of transactions) {
        const { asked, dangers, heard } = yield* approve(request)
        expect({ id, asked }).toEqual({ id, asked: 0 })
        if (dangers === null) expect({ id, heard }).toEqual({ id, heard: expect.any(Number) })
        else expect({ id, isDanger: dangers > 0, heard }).toEqual({ id, isDanger: true, heard: 4001 })
      }
    }).pipe(Effect.provideService(Fetch, fetch), Effect.scoped),
  )

  it.live("sends each harmless transaction to the wallet without a warning", () =>
    Effect.gen(function* () {
      const { approve } = yield* openPage
      const transactions = readTransactions("harmless")
      expect(transactions.length).toBeGreaterThan(10)
      for (const { id, request } of transactions) {
        const { asked, dangers, heard } = yield* approve(request)
        // The wallet declines a batch by itself: this node has no contract for its account to run.
        const isBatch = request.method === "wallet_sendCalls"
        expect({ id, asked, dangers, heard }).toEqual({
          id,
          dangers: 0,
          ...(isBatch ? { asked: 0, heard: 5760 } : { asked: 1, heard: 4001 }),
        })
      }
    }).pipe(Effect.provideService(Fetch, fetch), Effect.scoped),
  )
})
