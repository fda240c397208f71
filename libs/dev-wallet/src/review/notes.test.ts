import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { describeRequest } from "../describeRequest.ts"
import { first, getNodeAnswer, second, setupDevWallet } from "../testing/setupDevWallet.ts"
import { reviewRequest } from "./reviewRequest.ts"

const word = (value: bigint) => `0x${value.toString(16).padStart(64, "0")}`
const currency = `0x${"ee".repeat(20)}`
const transfer = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"

const Asked = z.object({
  blockStateCalls: z.tuple([z.object({ calls: z.array(z.looseObject({ value: z.optional(z.string()) })) })]),
})

/** A node on which nothing moves, and which reports who is paid. */
const answer = (method: string, params: readonly unknown[]) => {
  if (method === "eth_getCode" || method === "eth_call") return "0x"
  if (method === "eth_getBlockByNumber") return { number: "0x1", timestamp: "0xa", baseFeePerGas: "0x1" }
  if (method !== "eth_simulateV1") return getNodeAnswer(method, params)
  const [{ calls }] = Asked.parse(params[0]).blockStateCalls
  const paid = { address: currency, topics: [transfer, word(1n), word(2n)], data: word(1n) }
  return [
    {
      calls: calls.map(({ value }) => ({
        status: "0x1",
        gasUsed: "0x5208",
        returnData: word(10n ** 18n),
        logs: value === "0x1" ? [paid] : [],
      })),
    },
  ]
}

describe("review of a call that cannot be read", () => {
  it("starts with a note, and takes no act when it is harmless", async () => {
    const { asked, request } = setupDevWallet({
      review: reviewRequest,
      rpc: (_, method, params) => Effect.sync(() => answer(method, params)),
    })
    await request("eth_requestAccounts")
    await request("eth_sendTransaction", { from: first, to: second, data: "0x4e71d92d", value: "0x0" })
    const shown = asked.slice(-1).map(describeRequest)
    expect(shown.map(({ acts }) => acts)).toEqual([[]])
    expect(shown[0]?.lines[0]).toEqual({
      label: "Note",
      text: "Could not be read. As the node expects, nothing leaves your account but the fee.",
    })
  })
})
