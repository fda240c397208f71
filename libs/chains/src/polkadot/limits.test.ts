import { polkadot as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { makeScriptedRpc } from "../testing/scriptedRpc.ts"
import { explainRequest } from "./explainRequest.ts"

const alice = "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5"

const explain = async (method: string) => {
  const payload = JSON.stringify({
    address: alice,
    blockHash: `0x${"ab".repeat(32)}`,
    blockNumber: "0x01786b29",
    era: "0xd501",
    genesisHash: "0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3",
    method,
    nonce: "0x0000001b",
    signedExtensions: ["CheckNonce"],
    specVersion: "0x000f4dfc",
    tip: "0x00",
    transactionVersion: "0x0000001a",
    version: 4,
  })
  const { rpc } = makeScriptedRpc(() => undefined)
  const request = { _tag: "Transaction", transaction: { payload } } as const
  return Effect.runPromise(
    explainRequest({ network, rpc, from: alice, request, tokens: [], nameOf: () => null }),
  )
}

describe("a Polkadot transaction of a long text", () => {
  it("shows a note to its end, with an act", async () => {
    const note = Buffer.from(`${"gm ".repeat(4_000)}and all is yours`)
    // A compact length of two bytes, in mode 1.
    const length = Buffer.alloc(2)
    length.writeUInt16LE(note.length * 4 + 1)
    const { calls, dangers } = await explain(`0x0000${length.toString("hex")}${note.toString("hex")}`)
    expect(calls[0].intent).toBe("Write a note on the chain")
    expect(calls[0].fields.find(({ label }) => label === "Note")?.text).toMatch(/and all is yours$/)
    expect(dangers.map(({ _tag }) => _tag)).toContain("Long")
  })

  it("shows the data of an unknown call to its end", async () => {
    const { calls } = await explain(`0x1a02${"04".repeat(3_000)}ee`)
    expect(calls[0].fields.find(({ label }) => label === "Data")?.text).toMatch(/04ee$/)
  })
})
