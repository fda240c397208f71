import { readFileSync } from "node:fs"
import { join } from "node:path"
import { mainnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import node from "../../../../stories/requests/node.json" with { type: "json" }
import type { WalletRequest } from "../contract/Explanation.ts"
import { feelessBlock, makeScriptedRpc } from "../testing/scriptedRpc.ts"
import { makeExplain } from "./makeExplain.ts"

const folder = join(import.meta.dirname, "../../../../stories/requests")

const Call = z.object({
  to: z.string(),
  data: z._default(z.string(), "0x"),
  value: z._default(z.string(), "0x0"),
})
const RequestSchema = z.union([
  z.strictObject({ method: z.literal("personal_sign"), message: z.string() }),
  z.strictObject({ method: z.literal("eth_signTypedData_v4"), typedData: z.unknown() }),
  z.strictObject({
    method: z.literal("eth_sendTransaction"),
    transaction: z.record(z.string(), z.unknown()),
  }),
  z.strictObject({ method: z.literal("wallet_sendCalls"), calls: z.array(Call) }),
  z.strictObject({ method: z.string(), params: z.array(z.unknown()) }),
])
const Corpus = z.array(
  z.strictObject({
    id: z.string(),
    models: z.string(),
    request: RequestSchema,
    dangers: z.array(z.string()),
  }),
)
const readCorpus = (name: string) =>
  Corpus.parse(JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")))

const toWalletRequest = (request: z.infer<typeof RequestSchema>): WalletRequest => {
  if ("message" in request) return { _tag: "Message", message: request.message }
  if ("typedData" in request) return { _tag: "TypedData", typedData: JSON.stringify(request.typedData) }
  if ("transaction" in request)
    return {
      _tag: "Transaction",
      transaction: Object.fromEntries(
        Object.entries(request.transaction).map(([name, value]) => [
          name,
          typeof value === "string" ? value : JSON.stringify(value),
        ]),
      ),
    }
  if ("calls" in request) {
    const [first, ...others] = request.calls.map((call) => ({ ...call, value: BigInt(call.value) }))
    if (first === undefined) throw new Error("no call")
    return { _tag: "Calls", calls: [first, ...others] }
  }
  return { _tag: "Other", method: request.method, params: JSON.stringify(request.params) }
}

const me = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const tokenAnswers: Readonly<Record<string, string>> = node.token

/** A node on which every address is a contract, every call succeeds, and nothing moves. */
const makeNode = () =>
  makeScriptedRpc((method, [first]) => {
    if (method === "eth_getCode") return node.code
    if (method === "eth_gasPrice") return node.answers.eth_gasPrice
    const { blockStateCalls = [], data = "", to = "" } = Object(first)
    if (method === "eth_simulateV1")
      return [{ calls: blockStateCalls[0].calls.map(() => node.simulatedCall) }]
    if (method !== "eth_call") return feelessBlock[method]
    const selector = String(data).slice(0, 10)
    return node.collections.includes(String(to).toLowerCase()) && selector === "0x313ce567"
      ? "0x"
      : (tokenAnswers[selector] ?? "0x")
  }).rpc

const review = (request: z.infer<typeof RequestSchema>) =>
  Effect.runPromise(
    makeExplain([], (text) => expect.unreachable(text))({
      network,
      rpc: makeNode(),
      from: me,
      own: [me],
      request: toWalletRequest(request),
      tokens: [],
      nameOf: () => null,
    }),
  )

describe("makeExplain of the request corpus", () => {
  const drainers = readCorpus("drainers")
  const harmless = readCorpus("harmless")

  it("has at least 120 requests, each with an id of its own", () => {
    const ids = [...drainers, ...harmless].map(({ id }) => id)
    expect(ids.length).toBeGreaterThanOrEqual(120)
    expect(new Set(ids).size).toBe(ids.length)
    expect(drainers.filter(({ dangers }) => dangers.length === 0)).toEqual([])
    expect(harmless.filter(({ dangers }) => dangers.length > 0)).toEqual([])
  })

  it.each([...drainers, ...harmless])("requires the acts of $id", async ({ dangers, request }) => {
    const reviewed = await review(request)
    expect([...new Set(reviewed.dangers.map(({ _tag }) => _tag))].toSorted()).toEqual(dangers)
  })
})
