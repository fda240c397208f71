import { mainnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { makeScriptedRpc } from "../testing/scriptedRpc.ts"
import { decodeCheckpoint, takeCheckpoint } from "./checkpoint.ts"

const from = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"

const marking = async (latest: unknown, pending: unknown) => {
  const { rpc } = makeScriptedRpc((method, [, which]) =>
    method === "eth_blockNumber" ? "0x64" : which === "pending" ? pending : latest,
  )
  return Effect.runPromise(Effect.result(takeCheckpoint({ network, rpc, from })))
}

describe("takeCheckpoint", () => {
  it("takes the nonce after pending transactions", async () => {
    expect(await marking("0x5", "0x7")).toMatchObject({
      success: { next: "0x7", mined: "0x5", block: "0x64" },
    })
  })

  it.each([
    ["does not say what waits", undefined],
    ["knows less of what waits than of what is mined", "0x4"],
    ["counts more that waits than an account can have", "0xffffffffffffffffffff"],
  ])("takes the nonce after mined transactions when the node %s", async (_, pending) => {
    expect(await marking("0x5", pending)).toMatchObject({ success: { next: "0x5", mined: "0x5" } })
  })

  it("fails when the node does not know the account", async () => {
    expect(await marking(null, "0x7")).toMatchObject({ failure: { _tag: "RpcError" } })
  })

  it("fails when the node counts more transactions than an account can have", async () => {
    expect(await marking("0x10000000000000000", "0x7")).toMatchObject({
      failure: { reason: { _tag: "Malformed" } },
    })
  })

  it.each([[null], [{}], [{ next: "0x1", mined: "0x1" }], [{ next: "1", mined: "0x1", block: "0x1" }]])(
    "decodes no checkpoint from %j",
    (stored) => {
      expect(decodeCheckpoint(stored)).toBe(null)
    },
  )
})
