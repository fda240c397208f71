import { makeScriptedNode, type ScriptedContent, type ScriptedNode } from "@wmodal/dev-wallet/testing"
import { mainnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { TransactionQuery } from "../contract/TransactionStatus.ts"
import {
  emptyContent,
  eve,
  from,
  looking,
  markOn,
  otherContent,
  ours,
  transaction,
} from "../testing/soughtEvm.ts"
import { findTransaction } from "./findTransaction.ts"

const batch: ScriptedContent = { to: from.toLowerCase(), value: 0n, input: "0x34fcd5be" }

describe("findTransaction without a hash", () => {
  it("returns Missing until a node has the transaction, then Pending and Mined", async () => {
    const { look, minutes, node } = await looking()
    expect(await look()).toEqual({ _tag: "Missing" })
    const { hash } = node.send(ours, 0n)
    expect(await look()).toMatchObject({ _tag: "Pending", hash })
    minutes(60)
    expect(await look()).toEqual({
      _tag: "Mined",
      hash,
      succeeded: true,
      block: 2n,
      at: 24_000,
      fee: 42_000n,
      confirmations: 300,
    })
  })

  it("finds the transaction under a later nonce than the checkpoint's", async () => {
    const { look, minutes, node } = await looking()
    node.send(otherContent, 0n)
    node.mine()
    node.send(otherContent, 1n)
    const { hash } = node.send(ours, 2n)
    minutes(10)
    expect(await look()).toMatchObject({ _tag: "Mined", hash, block: 3n })
  })

  it("ignores an equal transaction that was pending before the checkpoint", async () => {
    const node = makeScriptedNode({ from })
    node.send(ours, 0n)
    const placed = await markOn(node)
    for (let block = 0; block < 100; block++) node.mine()
    const sought: TransactionQuery = { from, transaction, mark: placed, hash: null, excludedHashes: [] }
    expect(await Effect.runPromise(findTransaction({ network, rpc: node.rpc, sought }))).toEqual({
      _tag: "Missing",
    })
    const { hash } = node.send(ours, 1n)
    node.mine()
    expect(await Effect.runPromise(findTransaction({ network, rpc: node.rpc, sought }))).toMatchObject({
      hash,
    })
  })

  it("ignores a transaction of another request", async () => {
    const { look, minutes, node } = await looking()
    const { hash } = node.send(ours, 0n)
    node.mine()
    expect(await look({ excludedHashes: [hash.toUpperCase().replace("0X", "0x")] })).toEqual({
      _tag: "Missing",
    })
    const second = node.send(ours, 1n)
    minutes(1)
    expect(await look({ excludedHashes: [hash] })).toMatchObject({ _tag: "Mined", hash: second.hash })
  })

  it.each([
    ["Replaced", otherContent, 30],
    ["Cancelled", emptyContent, 3],
  ] as const)(
    "returns %s when another transaction has used its inferred nonce for long enough",
    async (tag, content, patience) => {
      const { look, minutes, node } = await looking()
      const { hash } = node.send(content, 0n)
      node.mine()
      expect(await look()).toEqual({ _tag: "Missing" })
      minutes(patience - 0.2)
      expect(await look()).toEqual({ _tag: "Missing" })
      minutes(0.2)
      expect(await look()).toEqual({ _tag: tag, by: hash })
    },
  )

  it.each([
    ["something of the account waits", (node: ScriptedNode) => node.send(otherContent, 1n)],
    ["something of the account waits behind a gap", (node: ScriptedNode) => node.send(otherContent, 99n)],
    [
      "the wallet may have sent it with another amount",
      (node: ScriptedNode) => mineOne(node, { ...ours, value: 4n }),
    ],
    [
      "the wallet may have put something behind its data",
      (node: ScriptedNode) => mineOne(node, { ...ours, input: "0xabcdef" }),
    ],
    ["it may be a part of a batch", (node: ScriptedNode) => mineOne(node, batch)],
  ])("never returns Replaced while %s", async (_, happens) => {
    const { look, node } = await looking()
    node.send(otherContent, 0n)
    node.mine()
    happens(node)
    const one = node.waiting()
    for (let block = 0; block < 200; block++) {
      node.mine()
      for (const { nonce } of one) node.send(otherContent, nonce + BigInt(block) + 1n)
    }
    expect(await look()).toEqual({ _tag: "Missing" })
  })

  it("never returns Replaced for an account with code, because other senders may act for it", async () => {
    const { look, minutes, node } = await looking({ code: `0xef0100${"11".repeat(20)}` })
    node.send(otherContent, 0n)
    minutes(60)
    expect(await look()).toEqual({ _tag: "Missing" })
  })

  it("returns Missing when the node has pruned the required state", async () => {
    const { look, minutes, node } = await looking({ keeps: 10 })
    const { hash } = node.send(otherContent, 0n)
    minutes(1)
    expect(await look()).toEqual({ _tag: "Missing" })
    minutes(20)
    expect(await look()).toEqual({ _tag: "Missing" })
    const own = node.send(ours, 1n)
    node.mine()
    expect(await look()).toMatchObject({ _tag: "Mined", hash: own.hash })
    expect(await look({ hash, transaction: null })).toMatchObject({ _tag: "Mined", hash })
  })

  it("ignores the replacement of an equal transaction", async () => {
    const { look, node } = await looking()
    const twin = node.send(ours, 0n)
    const own = node.send(ours, 1n)
    expect(await look()).toEqual({ _tag: "Pending", hash: twin.hash })
    node.send(emptyContent, 0n)
    node.mine()
    expect(await look()).toMatchObject({ _tag: "Mined", hash: own.hash })
  })

  it("returns Missing when it may have replaced a pending transaction and the state is pruned", async () => {
    const node = makeScriptedNode({ from, keeps: 18 })
    const { hash } = node.send(otherContent, 0n)
    const placed = await markOn(node)
    node.drop(hash)
    node.send(ours, 0n)
    for (let block = 0; block < 20; block++) node.mine()
    node.send(emptyContent, 1n)
    for (let block = 0; block < 16; block++) node.mine()
    const sought: TransactionQuery = { from, transaction, mark: placed, hash: null, excludedHashes: [] }
    expect(await Effect.runPromise(findTransaction({ network, rpc: node.rpc, sought }))).toEqual({
      _tag: "Missing",
    })
  })

  it("returns Missing without a valid checkpoint or without the transaction", async () => {
    const { look, minutes, node } = await looking()
    node.send(ours, 0n)
    minutes(5)
    expect(await look({ mark: null })).toEqual({ _tag: "Missing" })
    expect(await look({ mark: { slot: "5" } })).toEqual({ _tag: "Missing" })
    expect(await look({ transaction: null })).toEqual({ _tag: "Missing" })
  })
})

const mineOne = (node: ScriptedNode, content: ScriptedContent) => {
  node.send(content, 1n)
  node.mine()
}

describe("findTransaction with a hash", () => {
  it("finds the transaction without a checkpoint, and returns one while it is pending", async () => {
    const { look, node } = await looking()
    const { hash } = node.send(ours, 0n)
    const standing = await look({ hash, mark: null, transaction: null })
    expect(standing).toMatchObject({ _tag: "Pending", hash, mark: { own: "0x0" } })
    node.mine()
    expect(await look({ hash, mark: null, transaction: null })).toMatchObject({ _tag: "Mined", hash })
  })

  it("follows the transaction by the returned checkpoint when only the hash is known", async () => {
    const { look, node } = await looking()
    const { hash } = node.send(ours, 0n)
    const alone: Partial<TransactionQuery> = { from: "", transaction: null, hash }
    const seen = await look({ ...alone, mark: null })
    const kept = seen._tag === "Pending" ? (seen.mark ?? null) : null
    const faster = node.send(ours, 0n)
    expect(await look({ ...alone, mark: kept })).toMatchObject({
      _tag: "Pending",
      hash: faster.hash,
      mark: kept,
    })
    node.mine()
    expect(await look({ ...alone, mark: kept })).toMatchObject({ _tag: "Mined", hash: faster.hash })
    node.reorganise(1, true)
    const { hash: by } = node.send(emptyContent, 0n)
    node.mine()
    expect(await look({ ...alone, mark: kept })).toEqual({ _tag: "Cancelled", by })
  })

  it("finds the transaction after its fee was raised", async () => {
    const { look, node } = await looking()
    const { hash } = node.send(ours, 0n)
    const faster = node.send(ours, 0n)
    expect(await look({ hash })).toMatchObject({ _tag: "Pending", hash: faster.hash })
    node.mine()
    expect(await look({ hash })).toMatchObject({ _tag: "Mined", hash: faster.hash })
  })

  it.each([
    ["Replaced", otherContent],
    ["Cancelled", emptyContent],
    ["Replaced", batch],
  ] as const)("returns %s immediately when its nonce was seen", async (tag, content) => {
    const { look, node } = await looking()
    node.send(otherContent, 0n)
    const { hash } = node.send(ours, 1n)
    const seen = await look({ hash })
    const sharper = seen._tag === "Pending" ? (seen.mark ?? null) : null
    expect(sharper).toMatchObject({ own: "0x1" })
    const { hash: by } = node.send(content, 1n)
    expect(await look({ hash, mark: sharper })).toEqual({ _tag: "Missing" })
    node.mine()
    expect(await look({ hash, mark: sharper })).toEqual({ _tag: tag, by })
  })

  it("ignores a transaction that was mined before the request, though the wallet reports its hash", async () => {
    const node = makeScriptedNode({ from })
    const old = node.send(ours, 0n)
    for (let block = 0; block < 80; block++) node.mine()
    const placed = await markOn(node)
    const look = () => {
      const sought: TransactionQuery = { from, transaction, mark: placed, hash: old.hash, excludedHashes: [] }
      return Effect.runPromise(findTransaction({ network, rpc: node.rpc, sought }))
    }
    expect(await look()).toEqual({ _tag: "Missing" })
    const { hash } = node.send(ours, 1n)
    expect(await look()).toEqual({ _tag: "Pending", hash })
    node.mine()
    expect(await look()).toMatchObject({ _tag: "Mined", hash })
    node.reorganise(70, true)
    expect(await look()).toMatchObject({ _tag: "Mined", hash: old.hash })
  })

  it.each([
    ["pays another recipient another amount", otherContent],
    ["calls the same contract for something else", { ...ours, input: "0xabcd" }],
  ] as const)(
    "ignores a transaction of the account that %s, though the wallet reports its hash",
    async (_, content) => {
      const { look, node } = await looking()
      const asked = { transaction: { ...transaction, data: "0x1234" } }
      const { hash } = node.send(content, 0n)
      expect(await look({ hash, ...asked })).toEqual({ _tag: "Missing" })
      node.mine()
      expect(await look({ hash, ...asked })).toEqual({ _tag: "Missing" })
      const own = node.send({ ...ours, input: "0x1234" }, 1n)
      expect(await look({ hash, ...asked })).toMatchObject({ _tag: "Pending", hash: own.hash })
      node.mine()
      expect(await look({ hash, ...asked })).toMatchObject({ _tag: "Mined", hash: own.hash })
    },
  )

  it.each([
    ["is a batch of the account's", batch],
    ["pays the same another amount", { ...ours, value: 4n }],
    ["names the recipient in another way", { ...ours, to: eve }],
  ] as const)("accepts the wallet's transaction when it %s", async (_, content) => {
    const { look, node } = await looking()
    const { hash } = node.send(content, 0n)
    expect(await look({ hash })).toMatchObject({ _tag: "Pending", hash })
    node.mine()
    expect(await look({ hash })).toMatchObject({ _tag: "Mined", hash })
  })

  it("returns Missing while the transaction is dropped, and finds it again", async () => {
    const { look, node } = await looking()
    const { hash } = node.send(ours, 0n)
    node.drop(hash)
    expect(await look({ hash })).toEqual({ _tag: "Missing" })
    const again = node.send(ours, 0n)
    expect(await look({ hash })).toMatchObject({ _tag: "Pending", hash: again.hash })
  })

  it("returns Pending again when its block is reorganized", async () => {
    const { look, node } = await looking()
    const { hash } = node.send(ours, 0n)
    node.mine()
    expect(await look({ hash })).toMatchObject({ _tag: "Mined" })
    node.reorganise(1, false)
    expect(await look({ hash })).toMatchObject({ _tag: "Pending", hash })
  })

  it("returns Pending when another account has sent the transaction", async () => {
    const { node, placed } = await looking()
    const { hash } = node.send(ours, 0n)
    const smart = { from: eve, transaction, mark: placed, hash, excludedHashes: [] }
    expect(await Effect.runPromise(findTransaction({ network, rpc: node.rpc, sought: smart }))).toEqual({
      _tag: "Pending",
      hash,
    })
  })
})
