import { Clock } from "@wmodal/protocol"
import { mainnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { expect } from "vitest"
import * as z from "zod/mini"
import type { WalletRequest } from "../contract/Explanation.ts"
import { readData, testExplanations } from "../testing/record.ts"
import { feelessBlock, makeScriptedRpc } from "../testing/scriptedRpc.ts"
import { makeExplain } from "./makeExplain.ts"

const me = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"

const Call = z.object({ to: z.string(), data: z.string(), value: z.string() })
const RequestSchema = z.discriminatedUnion("_tag", [
  z.object({ _tag: z.literal("Transaction"), transaction: z.record(z.string(), z.nullable(z.string())) }),
  z.object({ _tag: z.literal("Calls"), calls: z.array(Call) }),
  z.object({ _tag: z.literal("TypedData"), typedData: z.string() }),
  z.object({ _tag: z.literal("Message"), message: z.string() }),
  z.object({ _tag: z.literal("MessageBytes"), bytes: z.string() }),
  z.object({ _tag: z.literal("Other"), method: z.string(), params: z.string() }),
])

/** What a node answers in place of the usual: every address is a contract, every token is known, calls do nothing. */
const NodeSchema = z.object({
  code: z.optional(z.string()),
  /** Whether tokens answer. */
  tokens: z.optional(z.boolean()),
  /** What each simulated call of the request returns. */
  call: z.optional(z.unknown()),
  /** Balances, in place of 9 before and after. */
  balances: z.optional(z.tuple([z.string(), z.string()])),
  offline: z.optional(z.boolean()),
})

const Requests = z.object({
  descriptors: z.array(z.object({ url: z.string(), descriptor: z.unknown() })),
  tokenAnswers: z.record(z.string(), z.string()),
  collections: z.array(z.string()),
  requests: z.array(
    z.object({
      id: z.string(),
      request: RequestSchema,
      node: z.optional(NodeSchema),
      own: z.optional(z.boolean()),
    }),
  ),
})
const { collections, descriptors, requests, tokenAnswers } = Requests.parse(readData("evmRequests"))

const toWalletRequest = (request: z.infer<typeof RequestSchema>): WalletRequest => {
  if (request._tag !== "Calls") return request
  const [first, ...others] = request.calls.map((call) => ({ ...call, value: BigInt(call.value) }))
  if (first === undefined) throw new Error("no call")
  return { _tag: "Calls", calls: [first, ...others] }
}

const word = (value: bigint) => `0x${value.toString(16).padStart(64, "0")}`
const Simulated = z.object({
  blockStateCalls: z.tuple([
    z.object({ calls: z.array(z.object({ to: z.optional(z.string()), gas: z.optional(z.string()) })) }),
  ]),
})
const Asked = z.object({ to: z.optional(z.string()), data: z.optional(z.string()) })

const makeNode = ({
  balances = [word(9n), word(9n)],
  call,
  code = "0x60",
  offline,
  tokens = true,
}: z.infer<typeof NodeSchema>) =>
  makeScriptedRpc((method, [first]) => {
    if (offline) return undefined
    switch (method) {
      case "eth_getCode":
        return code
      case "eth_gasPrice":
        return "0x3b9aca00"
      case "eth_simulateV1": {
        const [{ calls }] = Simulated.parse(first).blockStateCalls
        const isRead = calls.map(({ gas }) => gas === "0x493e0")
        const [start, end] = [isRead.indexOf(false), isRead.lastIndexOf(false)]
        return [
          {
            calls: calls.map((_, at) =>
              at >= start && at <= end
                ? (call ?? { status: "0x1", returnData: word(9n) })
                : { status: "0x1", returnData: at < start ? balances[0] : balances[1] },
            ),
          },
        ]
      }
      case "eth_call": {
        const { data = "", to = "" } = Asked.parse(first)
        const selector = data.slice(0, 10)
        const isCollection = collections.includes(to.toLowerCase()) && selector === "0x313ce567"
        return tokens && !isCollection ? (tokenAnswers[selector] ?? "0x") : "0x"
      }
      default:
        return feelessBlock[method]
    }
  }).rpc

const explainAll = [makeExplain([]), makeExplain(descriptors, (text) => expect.unreachable(text))] as const
const explain = ({ node = {}, own = false, request }: (typeof requests)[number]) =>
  explainAll[own ? 1 : 0]({
    network,
    rpc: makeNode(node),
    from: me,
    own: [me],
    request: toWalletRequest(request),
    tokens: [],
    nameOf: (address) => (address === "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" ? "Milo" : null),
  }).pipe(
    Effect.provideService(Clock.Clock, {
      currentTimeMillisUnsafe: () => 1_795_000_000_000,
      sleep: () => Effect.never,
    }),
  )

testExplanations("EVM", requests, 110, explain)
