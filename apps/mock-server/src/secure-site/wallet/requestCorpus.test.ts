import { readFileSync } from "node:fs"
import { join } from "node:path"
import {
  type ApprovalRequest,
  describeRequest,
  makeDevWallet,
  makeTestSigner,
  reviewRequest,
} from "@wmodal/dev-wallet"
import { type Rpc, RpcError } from "@wmodal/protocol"
import { Effect, Fiber } from "effect"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import corpusNode from "../../../../../stories/requests/node.json" with { type: "json" }
import { makeApprovalQueue } from "../frame/approvals/ApprovalQueue.ts"

const folder = join(import.meta.dirname, "../../../../../stories/requests")
const Corpus = z.array(
  z.object({ id: z.string(), request: z.looseObject({ method: z.string() }), dangers: z.array(z.string()) }),
)
const readCorpus = (name: string) =>
  Corpus.parse(JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")))
type CorpusRequest = z.infer<typeof Corpus>[number]["request"]

const signer = makeTestSigner(0)
const me = signer.address
const network = { chainId: 1, name: "Ethereum", rpcUrls: [] }
const origin = "https://app.example"
const tokenAnswers: Readonly<Record<string, string>> = corpusNode.token
const nodeAnswers: Readonly<Record<string, unknown>> = corpusNode.answers

/** The node of stories/requests/README.md: every other address is a contract, calls succeed, and nothing moves. */
const answerNode = (method: string, [first]: readonly unknown[]): unknown => {
  if (method === "eth_getCode")
    return String(first).toLowerCase() === me.toLowerCase() ? "0x" : corpusNode.code
  const { blockStateCalls = [], data = "", to = "" } = Object(first)
  if (method === "eth_simulateV1")
    return [{ calls: blockStateCalls[0].calls.map(() => corpusNode.simulatedCall) }]
  if (method !== "eth_call") return nodeAnswers[method]
  const selector = String(data).slice(0, 10)
  return corpusNode.collections.includes(String(to).toLowerCase()) && selector === "0x313ce567"
    ? "0x"
    : (tokenAnswers[selector] ?? "0x")
}

const callNode = (method: string, params: readonly unknown[]) => {
  const answer = answerNode(method, params)
  return answer === undefined
    ? Effect.fail(
        new RpcError({ method, host: "node", reason: { _tag: "Answered", code: -32601, text: "unknown" } }),
      )
    : Effect.succeed(answer)
}

const toParams = (request: CorpusRequest): readonly unknown[] => {
  switch (request.method) {
    case "personal_sign":
      return [request["message"], me]
    case "eth_signTypedData_v4":
      return [me, JSON.stringify(request["typedData"])]
    case "eth_sendTransaction":
      return [{ from: me, ...Object(request["transaction"]) }]
    default:
      return z.array(z.unknown()).parse(request["params"])
  }
}

const Call = z.object({
  to: z.templateLiteral(["0x", z.string()]),
  data: z._default(z.templateLiteral(["0x", z.string()]), "0x"),
  value: z._default(z.string(), "0x0"),
})

const node: Rpc = {
  request: (method, params = []) => callNode(method, params),
  pin: Effect.suspend(() => Effect.succeed(node)),
}

/** Returns the prompt for a batch, as the smart account of the frame plans it. */
const askBatch = async (request: CorpusRequest): Promise<ApprovalRequest> => {
  const prompt = {
    _tag: "SendCalls",
    origin,
    network,
    account: me,
    calls: z
      .array(Call)
      .parse(request["calls"])
      .map(({ data, to, value }) => ({ to, data, value: `${BigInt(value)}` })),
    upgrade: null,
    maxFee: "0",
  } as const
  const review = await Effect.runPromise(reviewRequest(prompt, () => node))
  return { ...prompt, ...(review !== null && { review }) }
}

/** Returns what the wallet asks its user; `null` when it refuses the request without asking. */
const ask = async ({ method, ...request }: CorpusRequest): Promise<ApprovalRequest | null> => {
  if (method === "wallet_sendCalls") return askBatch({ method, ...request })
  const asked: ApprovalRequest[] = []
  const wallet = makeDevWallet({
    signers: [signer],
    networks: [network],
    approve: (prompt) =>
      Effect.sync(() => {
        asked.push(prompt)
        return prompt._tag === "Connect" ? "approve" : "decline"
      }),
    rpc: (_, name, params) => callNode(name, params),
    review: reviewRequest,
  })
  const provider = wallet.provider(origin)
  await provider.request({ method: "eth_requestAccounts" })
  asked.length = 0
  await provider.request({ method, params: [...toParams({ method, ...request })] }).catch(() => {})
  return asked[0] ?? null
}

/** Like `ask`, for a request that the wallet must ask for. */
const askPrompt = async (request: CorpusRequest): Promise<ApprovalRequest> => {
  const prompt = await ask(request)
  if (prompt === null) throw new Error("The wallet refused the request without a prompt.")
  return prompt
}

/** Returns whether the frame approves the prompt when the user presses Approve without any other act. */
const isApprovedAlone = (acts: ReturnType<typeof describeRequest>["acts"]) =>
  Effect.gen(function* () {
    const approvals = yield* makeApprovalQueue
    const prompt = {
      title: "",
      lines: [],
      acts,
      method: "",
      chainId: "eip155:1",
      asker: { name: "", origin },
    }
    const waiting = yield* approvals.approve(prompt).pipe(Effect.forkChild({ startImmediately: true }))
    const isApproved = yield* approvals.answer(1, true)
    yield* Fiber.interrupt(waiting)
    return isApproved
  }).pipe(Effect.runPromise)

describe("the request corpus in the dev wallet and in the frame", () => {
  const drainers = readCorpus("drainers")
  const harmless = readCorpus("harmless")

  it.each(drainers)("approves the drainer $id only with an act", async ({ request }) => {
    const prompt = await ask(request)
    if (prompt === null) return
    const { acts } = describeRequest(prompt)
    expect(acts.length).toBeGreaterThan(0)
    expect(await isApprovedAlone(acts)).toBe(false)
  })

  it("refuses without a prompt only what this wallet cannot sign", async () => {
    const refused: string[] = []
    for (const { id, request } of drainers) if ((await ask(request)) === null) refused.push(id)
    expect(refused).toEqual([
      "domain-other-chain",
      "domain-undeclared-other",
      "eth-sign",
      "authorization-7702",
      "data-and-input",
      "unknown-member",
      "other-chain",
    ])
  })

  it.each(harmless)("approves the harmless $id without an act", async ({ request }) => {
    const { acts } = describeRequest(await askPrompt(request))
    expect(acts).toEqual([])
    expect(await isApprovedAlone(acts)).toBe(true)
  })

  it("shows data of any length whole, with its digest", async () => {
    const data = `0x12345678${"ab".repeat(3000)}`
    const prompt = await askPrompt({
      method: "eth_sendTransaction",
      transaction: { to: corpusNode.collections[0], data },
    })
    const { lines } = describeRequest(prompt)
    expect(lines.find(({ label }) => label === "Data")?.text).toBe(data)
    expect(lines.find(({ label }) => label === "Digest")?.text).toMatch(/^0x[\da-f]{64}$/)
  })

  it("requires an act for a sign-in text of another site", async () => {
    const message = `bank.example wants you to sign in with your Ethereum account:\n${me}\n\nURI: https://bank.example\nVersion: 1\nChain ID: 1\nNonce: abcdefgh\nIssued At: 2026-01-15T12:00:00Z`
    const prompt = await askPrompt({ method: "personal_sign", message })
    expect(describeRequest(prompt).acts).toMatchObject([{ check: "Sign in at bank.example" }])
  })
})
