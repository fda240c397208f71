import { mainnet as network } from "@wmodal/protocol/networks"
import { Deferred, Effect, Fiber } from "effect"
import { describe, expect, it } from "vitest"
import { feelessBlock, makeScriptedRpc } from "../testing/scriptedRpc.ts"
import { contractActions } from "./contracts/contractActions.ts"
import { makeExplain } from "./makeExplain.ts"

const from = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const router = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
const token = "0x8bBC3514477d75EC797BBe4e19d7961660Bb849c"
const word = (value: bigint) => `0x${value.toString(16).padStart(64, "0")}`
const topic = (address: string) => word(BigInt(address))
const approval = "0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925"

const approve = contractActions.approve({ token, spender: router, amount: 5n })
const swap = { to: router, value: 0n, data: "0x12345678" }

/** The token's event: the approval, or the remaining allowance after a transfer. */
const says = (left: bigint) => ({
  address: token.toLowerCase(),
  topics: [approval, topic(from), topic(router)],
  data: word(left),
})
const done = (...logs: readonly object[]) => ({ returnData: word(9n), status: "0x1", logs })

describe("makeExplain requests", () => {
  it("simulates with and without a price, and sends no request afterwards for approvals known from calldata", async () => {
    const answer = Deferred.makeUnsafe<unknown>()
    const { asked, rpc } = makeScriptedRpc((method) => feelessBlock[method] ?? word(10n ** 18n))
    const trials: unknown[] = []
    const node: typeof rpc = {
      ...rpc,
      request: (method, params) => {
        if (method !== "eth_simulateV1") return rpc.request(method, params)
        trials.push(params)
        return Deferred.await(answer)
      },
    }
    const request = { _tag: "Calls", calls: [approve, swap] } as const
    const asking = { network, rpc: node, from, request, tokens: [], nameOf: () => null }
    const { before, explained } = await Effect.runPromise(
      Effect.gen(function* () {
        const explaining = yield* Effect.forkChild(makeExplain([])(asking), { startImmediately: true })
        while (trials.length === 0) yield* Effect.yieldNow
        for (let turn = 0; turn < 50; turn++) yield* Effect.yieldNow
        const so = asked.length
        yield* Deferred.succeed(answer, [{ calls: [done(), done(says(5n)), done(says(0n)), done()] }])
        return { before: so, explained: yield* Fiber.join(explaining) }
      }),
    )
    expect(explained).toMatchObject({ dangers: [{ _tag: "Unread" }], trial: { _tag: "Simulated" } })
    expect(explained.calls).toHaveLength(2)
    expect([trials.length, asked.length]).toEqual([2, before])
    expect(before).toBeGreaterThan(0)
  })
})
