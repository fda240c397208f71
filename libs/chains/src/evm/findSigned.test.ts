import { type ScriptedContent, type ScriptedNodeOptions } from "@wmodal/dev-wallet/testing"
import type { Rpc } from "@wmodal/protocol"
import { mainnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { bob, emptyContent, eve, from, looking, markOn, otherContent, ours } from "../testing/soughtEvm.ts"
import { findTransaction } from "./findTransaction.ts"
import { inferResult } from "./receiptResult.ts"

describe("findTransaction with receipts without a status", () => {
  const token: ScriptedContent = { to: eve, value: 0n, input: `0xa9059cbb${"00".repeat(64)}`, gas: 90_000n }
  const root = `0x${"ab".repeat(32)}`
  const log = { address: eve, topics: [], data: "0x" }
  const feeLogs = {
    polygon: { ...log, address: "0x0000000000000000000000000000000000001010" },
    zkSync: { ...log, address: "0x000000000000000000000000000000000000800A" },
  }
  const minedOf = async (options: Partial<ScriptedNodeOptions>, content: ScriptedContent) => {
    const { look, node } = await looking({ ...options, receipt: { status: undefined, ...options.receipt } })
    const { hash } = node.send(content, 0n)
    node.mine()
    return look({ hash, transaction: { to: content.to, value: `0x${content.value}`, data: content.input } })
  }

  it.each([
    ["a plain transfer", ours, {}],
    ["a transfer whose limit was higher than its use", { ...ours, gas: 30_000n }, { code: "0x60" }],
    ["a call with logs", token, { receipt: { logs: [log], gasUsed: "0x15f90" } }],
    ["a call with more logs than that of its fee", token, { receipt: { logs: [feeLogs.polygon, log] } }],
    ["unused gas before Byzantium", token, { baseFee: null, receipt: { root, gasUsed: "0x8000" } }],
  ] as const)("reports the success that %s proves", async (_, content, options) => {
    expect(await minedOf(options, content)).toMatchObject({ _tag: "Mined", succeeded: true })
  })

  it.each([
    ["a transfer to code that had no gas left", ours, { code: "0x60" }],
    ["a transfer to a precompiled contract", { ...ours, to: `0x${"09".padStart(40, "0")}` }, {}],
    ["a call without logs", token, { receipt: { gasUsed: "0x8000" } }],
    [
      "a call that used all its gas before Byzantium",
      token,
      { baseFee: null, receipt: { root, gasUsed: "0x15f90" } },
    ],
    ["unused gas in a block with a base fee", token, { receipt: { root, gasUsed: "0x8000" } }],
    // Bor adds its log of the fee to failed transactions too, and so does ZKsync.
    ["a call with Polygon's log of its fee alone", token, { receipt: { logs: [feeLogs.polygon] } }],
    [
      "a call with ZKsync's logs of its fee alone",
      token,
      { receipt: { logs: [feeLogs.zkSync, feeLogs.zkSync] } },
    ],
    ["a call with a log that names no address", token, { receipt: { logs: [{ topics: [] }] } }],
  ] as const)("reports no result for %s", async (_, content, options) => {
    expect(await minedOf(options, content)).toMatchObject({ _tag: "Mined", succeeded: null })
  })

  it.each([
    ["rejects", "eth_getTransactionByHash", undefined],
    ["answers with text", "eth_getTransactionByHash", "no"],
    ["rejects", "eth_getCode", undefined],
    ["answers with text", "eth_getCode", "no"],
  ] as const)(
    "fails when the node %s %s, and reports the result once it answers",
    async (_, method, answer) => {
      const { node } = await looking({ receipt: { status: undefined } })
      const { hash } = node.send(ours, 0n)
      node.mine()
      const facts = { hash, block: 2n, gasUsed: 21_000n, logs: [], root: undefined, hasBaseFee: true }
      const broken: Rpc = {
        ...node.rpc,
        request: (asked, params) =>
          asked !== method
            ? node.rpc.request(asked, params)
            : answer === undefined
              ? node.rpc.request("eth_unknown")
              : Effect.succeed(answer),
      }
      expect(await Effect.runPromise(Effect.flip(inferResult(broken, facts)))).toMatchObject({
        _tag: "RpcError",
      })
      expect(await Effect.runPromise(inferResult(node.rpc, facts))).toBe(true)
    },
  )

  it("reports no result when the node does not know the transaction of its receipt", async () => {
    const { node } = await looking()
    const facts = { hash: root, block: 1n, gasUsed: 21_000n, logs: [], root: undefined, hasBaseFee: true }
    expect(await Effect.runPromise(inferResult(node.rpc, facts))).toBe(null)
  })
})

describe("findTransaction with what signed bytes say", () => {
  const sender = from.toLowerCase()
  const unseen = `0x${"ee".repeat(32)}`
  const facts = { hash: unseen, own: "0x0", from: sender, to: bob, value: "0x5", data: "0x" }

  it.each([
    ["Replaced", otherContent],
    ["Cancelled", emptyContent],
  ] as const)("returns %s at once for a transaction that no node has seen", async (tag, content) => {
    const { look, node, placed } = await looking()
    const { hash: by } = node.send(content, 0n)
    node.mine()
    expect(await look({ hash: unseen, mark: placed })).toEqual({ _tag: "Missing" })
    expect(await look({ hash: unseen, mark: { ...placed, ...facts } })).toEqual({ _tag: tag, by })
  })

  it("returns Replaced when an equal transaction of another request has used the nonce", async () => {
    const { look, node, placed } = await looking()
    const { hash: by } = node.send(ours, 0n)
    node.mine()
    expect(await look({ hash: unseen, mark: { ...placed, ...facts }, excludedHashes: [by] })).toEqual({
      _tag: "Replaced",
      by,
    })
  })

  it("finds bytes of another program by their own sender, nonce and content", async () => {
    const { look, node, placed } = await looking()
    const alone = { from: "", transaction: null, hash: unseen, mark: { ...placed, ...facts } }
    const repriced = node.send(ours, 0n)
    node.mine()
    expect(await look(alone)).toMatchObject({ _tag: "Mined", hash: repriced.hash })
    node.reorganise(1, true)
    const { hash: by } = node.send(otherContent, 0n)
    node.mine()
    expect(await look(alone)).toEqual({ _tag: "Replaced", by })
  })

  it("finds bytes that were mined long before they were broadcast again", async () => {
    const { minutes, node } = await looking()
    const { hash } = node.send(ours, 0n)
    minutes(60)
    const later = await markOn(node)
    const sought = {
      from: "",
      transaction: null,
      excludedHashes: [],
      hash,
      mark: { ...later, ...facts, hash },
    }
    expect(await Effect.runPromise(findTransaction({ network, rpc: node.rpc, sought }))).toMatchObject({
      _tag: "Mined",
      hash,
    })
  })

  it("ignores the nonce of another account", async () => {
    const { look, node, placed } = await looking()
    node.send(otherContent, 0n)
    node.mine()
    expect(await look({ hash: unseen, mark: { ...placed, ...facts, from: bob } })).toEqual({
      _tag: "Missing",
    })
  })
})
