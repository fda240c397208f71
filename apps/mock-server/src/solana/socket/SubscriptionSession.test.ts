import { address } from "@solana/kit"
import { getTransferSolInstruction } from "@solana-program/system"
import { getCreateAssociatedTokenInstructionAsync } from "@solana-program/token"
import { describe, expect, it } from "vitest"
import { solanaTokens } from "../solanaTokens.ts"
import { makeTestChain } from "../testing/testChain.ts"
import { makeSubscriptionSession } from "./SubscriptionSession.ts"

const slot = 400_000_000
const dai = address(solanaTokens[1].mint)
const context = (slot: number) => ({ apiVersion: "2.1.21", slot })

const setup = async () => {
  const test = await makeTestChain()
  const [one, two] = test.signers
  const heard: unknown[] = []
  const session = makeSubscriptionSession(test.chain, (notification) => heard.push(notification))
  const transfer = (amount: bigint) =>
    getTransferSolInstruction({ source: one, destination: two.address, amount })
  const call = (method: string, ...params: readonly unknown[]) => {
    const answer = session.answer({ method, params })
    session.flush()
    return answer
  }
  return { ...test, one, two, heard, session, transfer, call }
}

const makeNotification = (kind: string, subscription: number, result: unknown) => ({
  jsonrpc: "2.0",
  method: `${kind}Notification`,
  params: { result, subscription },
})

describe("SubscriptionSession", () => {
  it("reports a signature once, when it lands", async () => {
    const { chain, sign, one, transfer, call, heard } = await setup()
    const transaction = await sign(one, [transfer(1n)])
    expect(call("signatureSubscribe", transaction.signature, { commitment: "finalized" })).toEqual({
      result: 1,
    })
    chain.submit(await sign(one, [transfer(2n)]))
    expect(heard).toEqual([])
    chain.submit(transaction)
    chain.advance(1)
    expect(heard).toEqual([
      makeNotification("signature", 1, { context: context(slot + 2), value: { err: null } }),
    ])
    expect(call("signatureUnsubscribe", 1)).toMatchObject({ error: { code: -32602 } })
  })

  it("reports a signature that landed before, and its error", async () => {
    const { chain, sign, one, transfer, session, call, heard } = await setup()
    const transaction = await sign(one, [transfer(10n ** 15n)])
    chain.submit(transaction)
    const config = { enableReceivedNotification: true }
    expect(session.answer({ method: "signatureSubscribe", params: [transaction.signature, config] })).toEqual(
      {
        result: 1,
      },
    )
    // The client needs the subscription id first.
    expect(heard).toEqual([])
    session.flush()
    const err = { InstructionError: [0, { Custom: 1 }] }
    expect(heard).toEqual([
      makeNotification("signature", 1, { context: context(slot + 1), value: "receivedSignature" }),
      makeNotification("signature", 1, { context: context(slot + 1), value: { err } }),
    ])
    expect(call("signatureUnsubscribe", 1)).toMatchObject({ error: { message: "Invalid subscription id." } })
  })

  it("reports an account when it changes, until the subscription ends", async () => {
    const { send, one, two, transfer, call, heard, signers } = await setup()
    expect(call("accountSubscribe", two.address, { encoding: "base64" })).toEqual({ result: 1 })
    expect(call("accountSubscribe", signers[2].address, { encoding: "base64" })).toEqual({ result: 2 })
    await send(one, [transfer(5n)])
    expect(heard).toEqual([
      makeNotification("account", 1, {
        context: context(slot + 1),
        value: expect.objectContaining({ lamports: 1_000_000_000_005, data: ["", "base64"] }),
      }),
    ])
    expect(call("accountUnsubscribe", 1)).toEqual({ result: true })
    await send(one, [transfer(6n)])
    expect(heard).toHaveLength(1)
  })

  it("reports an error text for an account that is too large for base58", async () => {
    const { send, one, signers, call, heard } = await setup()
    const owner = signers[2].address
    const opened = await getCreateAssociatedTokenInstructionAsync({ payer: one, owner, mint: dai })
    expect(call("accountSubscribe", opened.accounts[1].address)).toEqual({ result: 1 })
    expect(call("accountSubscribe", dai, { encoding: "base58" })).toEqual({ result: 2 })
    expect((await send(one, [opened]))?.outcome.error).toBe(null)
    expect(heard).toMatchObject([
      { params: { result: { value: { data: "error: data too large for bs58 encoding", space: 165 } } } },
    ])
  })

  it("reports logs of all transactions or of an address", async () => {
    const { send, one, two, transfer, call, heard, signers } = await setup()
    call("logsSubscribe", "all")
    call("logsSubscribe", { mentions: [two.address] }, { commitment: "confirmed" })
    call("logsSubscribe", { mentions: [signers[2].address] })
    const landed = await send(one, [transfer(5n)])
    const value = { signature: landed?.transaction.signature, err: null, logs: landed?.outcome.logs }
    expect(heard).toEqual(
      [1, 2].map((id) => makeNotification("logs", id, { context: context(slot + 1), value })),
    )
  })

  it("reports slots", async () => {
    const { chain, call, heard } = await setup()
    call("slotSubscribe")
    call("rootSubscribe")
    chain.advance(3)
    expect(heard).toEqual([
      makeNotification("slot", 1, { parent: slot + 2, root: slot + 3, slot: slot + 3 }),
      makeNotification("root", 2, slot + 3),
    ])
  })

  it("ends all subscriptions with the session", async () => {
    const { chain, session, call, heard } = await setup()
    call("slotSubscribe")
    session.end()
    chain.advance(1)
    expect(heard).toEqual([])
  })

  it("limits subscriptions to one thousand", async () => {
    const { call } = await setup()
    for (let count = 1; count <= 1000; count += 1) expect(call("slotSubscribe")).toEqual({ result: count })
    expect(call("slotSubscribe")).toMatchObject({ error: { code: -32603 } })
    call("slotUnsubscribe", 7)
    expect(call("slotSubscribe")).toEqual({ result: 1001 })
  })

  it.each([
    ["getBalance", [], -32601],
    ["constructorSubscribe", [], -32601],
    ["signatureSubscribe", [], -32602],
    ["signatureSubscribe", ["x"], -32602],
    ["accountSubscribe", [1], -32602],
    ["logsSubscribe", [{ mentions: [] }], -32602],
    ["slotUnsubscribe", ["1"], -32602],
    ["slotUnsubscribe", [9], -32602],
  ] as const)("rejects %s %j", async (method, params, code) => {
    const { call } = await setup()
    expect(call(method, ...params)).toMatchObject({ error: { code, message: expect.any(String) } })
  })
})
