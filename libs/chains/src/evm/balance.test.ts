import { mainnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { makeScriptedRpc, ScriptedRejection, toRpcErrorResponse } from "../testing/scriptedRpc.ts"
import { fetchSpendableBalance } from "./balance.ts"

const address = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const usdc = "0x8bBC3514477d75EC797BBe4e19d7961660Bb849c"
const word = (value: number) => `0x${value.toString(16).padStart(64, "0")}`

const fetchSpendable = (
  token: string | null,
  answers: { readonly latest: unknown; readonly pending: unknown },
) => {
  const { rpc } = makeScriptedRpc((_, params) =>
    params.at(-1) === "pending" ? answers.pending : answers.latest,
  )
  return fetchSpendableBalance({ network, rpc, address, token })
}

describe("fetchSpendableBalance", () => {
  it.each([
    ["all that is there, where nothing waits", 5, 5, 5n],
    ["less what is on its way", 5, 2, 2n],
    ["nothing of what is still to come", 5, 9, 5n],
    ["nothing, where all of it is on its way", 5, 0, 0n],
  ])("returns %s", async (_, latest, pending, expected) => {
    const native = { latest: `0x${latest.toString(16)}`, pending: `0x${pending.toString(16)}` }
    expect(await Effect.runPromise(fetchSpendable(null, native))).toBe(expected)
    const held = { latest: word(latest), pending: word(pending) }
    expect(await Effect.runPromise(fetchSpendable(usdc, held))).toBe(expected)
  })

  it.each([new ScriptedRejection(toRpcErrorResponse(-32601, "pending is not supported")), null, "0x", {}])(
    "returns the latest balance when the node reports no pending state: %j",
    async (pending) => {
      expect(await Effect.runPromise(fetchSpendable(null, { latest: "0x5", pending }))).toBe(5n)
    },
  )

  it("fails with Malformed when the node reports no latest balance", async () => {
    const error = await Effect.runPromise(
      Effect.flip(fetchSpendable(usdc, { latest: null, pending: word(1) })),
    )
    expect(error.reason._tag).toBe("Malformed")
  })
})
