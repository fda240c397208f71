import { address, getBase58Decoder, getBase64EncodedWireTransaction } from "@solana/kit"
import { getTransferSolInstruction } from "@solana-program/system"
import { getTransferCheckedInstruction } from "@solana-program/token"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { setupTestHandler } from "../../testing/setupTestHandler.ts"
import { solanaTokens } from "../solanaTokens.ts"
import { makeSender } from "../testing/sender.ts"
import { makeTestChain } from "../testing/testChain.ts"
import { answerSolana } from "./answerSolana.ts"

const handler = setupTestHandler()
const setup = (world: string) => makeSender(handler, world)

const [usdc] = solanaTokens
const base64 = { encoding: "base64" }
const slot = 400_000_000

describe("pending Solana transactions", () => {
  it("reports a pending transaction as processed until it is in a block or dropped", async () => {
    const { chain, sign, signers } = await makeTestChain()
    const [one, two] = signers
    const transfer = (amount: bigint) =>
      getTransferSolInstruction({ source: one, destination: two.address, amount })
    chain.setMiningHeld(true)
    const [first, second] = [await sign(one, [transfer(1n)]), await sign(one, [transfer(2n)])]
    const statuses = () =>
      answerSolana(chain, {
        method: "getSignatureStatuses",
        params: [[first.signature, second.signature]],
      })
    for (const { wire } of [first, second]) {
      const params = [getBase64EncodedWireTransaction(wire), base64]
      expect(answerSolana(chain, { method: "sendTransaction", params })).toHaveProperty("result")
    }
    const waits = { confirmationStatus: "processed", confirmations: 0, err: null, slot: slot + 1 }
    expect(statuses()).toMatchObject({ result: { value: [waits, waits] } })
    const params = [first.signature, { maxSupportedTransactionVersion: 0 }]
    expect(answerSolana(chain, { method: "getTransaction", params })).toEqual({ result: null })
    const dropped = answerSolana(chain, { method: "litesvm_drop", params: [second.signature] })
    expect(dropped).toEqual({ result: 1 })
    chain.mine(1)
    expect(statuses()).toMatchObject({
      result: { value: [{ confirmationStatus: "finalized", slot: slot + 1 }, null] },
    })
  })
})

describe("getTransaction", () => {
  const sendTokens = async (world: string) => {
    const node = await setup(world)
    const { one, two } = node
    const signature = await node.send(one, [
      getTransferCheckedInstruction({
        source: address("9iVQpJYLJP94FbEfBzqTstQkcf86hiNXzKJaJeqpLmKN"),
        mint: address(usdc.mint),
        destination: address("13STMxVcdchVJHEVcVeQ2xzjfwYCt1VSZd926n15dkCW"),
        authority: one,
        amount: 1_500_000n,
        decimals: 6,
      }),
    ])
    return { ...node, one, two, signature }
  }

  it("returns a transaction with indexes and parsed", async () => {
    const { call, signature, one, two } = await sendTokens("tokens")
    const config = { maxSupportedTransactionVersion: 0 }
    const balance = (accountIndex: number, owner: string, amount: string, uiAmount: number) => ({
      accountIndex,
      mint: usdc.mint,
      owner,
      programId: "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
      uiTokenAmount: { amount, decimals: 6, uiAmount, uiAmountString: String(uiAmount) },
    })
    const json = await call("getTransaction", signature, config)
    expect(json).toMatchObject({
      blockTime: expect.any(Number),
      slot: slot + 1,
      version: 0,
      meta: {
        computeUnitsConsumed: expect.any(Number),
        err: null,
        fee: 5_000,
        innerInstructions: [],
        loadedAddresses: { readonly: [], writable: [] },
        rewards: [],
        status: { Ok: null },
      },
      transaction: {
        message: {
          addressTableLookups: [],
          accountKeys: expect.arrayContaining([one.address, usdc.mint]),
          header: { numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 2, numRequiredSignatures: 1 },
          instructions: [{ data: expect.any(String), stackHeight: null }],
        },
        signatures: [signature],
      },
    })
    const { meta } = z
      .object({
        meta: z.object({ preTokenBalances: z.array(z.unknown()), postTokenBalances: z.array(z.unknown()) }),
      })
      .parse(json)
    const byIndex = [one.address, two.address]
    const sorted = (balances: readonly unknown[]) =>
      z
        .array(z.looseObject({ owner: z.string() }))
        .parse(balances)
        .toSorted((a, b) => byIndex.findIndex((o) => o === a.owner) - byIndex.findIndex((o) => o === b.owner))
    const index = expect.any(Number)
    expect(sorted(meta.preTokenBalances)).toEqual([
      balance(index, one.address, "10000000000", 10_000),
      balance(index, two.address, "2500000000", 2_500),
    ])
    expect(sorted(meta.postTokenBalances)).toEqual([
      balance(index, one.address, "9998500000", 9_998.5),
      balance(index, two.address, "2501500000", 2_501.5),
    ])
    const parsed = await call("getTransaction", signature, { ...config, encoding: "jsonParsed" })
    expect(parsed).toMatchObject({
      transaction: {
        message: {
          accountKeys: expect.arrayContaining([
            { pubkey: one.address, signer: true, source: "transaction", writable: true },
            { pubkey: usdc.mint, signer: false, source: "transaction", writable: false },
          ]),
          instructions: [
            {
              parsed: {
                type: "transferChecked",
                info: {
                  authority: one.address,
                  destination: "13STMxVcdchVJHEVcVeQ2xzjfwYCt1VSZd926n15dkCW",
                  mint: usdc.mint,
                  source: "9iVQpJYLJP94FbEfBzqTstQkcf86hiNXzKJaJeqpLmKN",
                  tokenAmount: { amount: "1500000", decimals: 6, uiAmount: 1.5, uiAmountString: "1.5" },
                },
              },
              program: "spl-token",
              programId: "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
              stackHeight: null,
            },
          ],
        },
      },
    })
  })

  it("returns the exact bytes that were sent", async () => {
    const { call, sign, one, transfer } = await setup("bytes")
    const text = await sign(one, [transfer(5n)], "legacy")
    const signature = await call("sendTransaction", text, base64)
    const bytes = Buffer.from(text, "base64")
    const get = (config?: unknown) => call("getTransaction", signature, config)
    expect(await get("base64")).toMatchObject({ transaction: [text, "base64"] })
    expect(await get({ encoding: "base58" })).toMatchObject({
      transaction: [getBase58Decoder().decode(bytes), "base58"],
    })
    expect(await get({ maxSupportedTransactionVersion: 0 })).toMatchObject({ version: "legacy" })
    expect(await get()).not.toHaveProperty("version")
  })

  it("returns a versioned transaction only to clients that support its version", async () => {
    const { ask, call, signature } = await sendTokens("version")
    expect((await ask("getTransaction", signature)).error).toEqual({
      code: -32015,
      message:
        'Transaction version (0) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": 0',
    })
    expect(await call("getTransaction", "1".repeat(64))).toBe(null)
  })
})

describe("getSignaturesForAddress", () => {
  it("returns the history in pages, newest first", async () => {
    const { ask, call, send, one, two, transfer } = await setup("history")
    const memo = {
      programAddress: address("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr"),
      data: new TextEncoder().encode("grüezi"),
    }
    const sent: string[] = []
    for (const amount of [1n, 2n, 3n, 4n]) sent.push(await send(one, [transfer(amount), memo]))
    const newest = sent.toReversed()
    const listed = async (config?: unknown) =>
      z
        .array(z.object({ signature: z.string() }))
        .parse(await call("getSignaturesForAddress", two.address, config))
        .map(({ signature }) => signature)
    expect(await listed()).toEqual(newest)
    expect(await listed({ limit: 2 })).toEqual(newest.slice(0, 2))
    expect(await listed({ before: newest[1], limit: 1 })).toEqual([newest[2]])
    expect(await listed({ until: newest[2] })).toEqual(newest.slice(0, 2))
    expect(await listed({ before: newest[0], until: newest[3] })).toEqual(newest.slice(1, 3))
    expect(await listed({ before: "1".repeat(64) })).toEqual([])
    expect(await call("getSignaturesForAddress", two.address, { limit: 1 })).toEqual([
      {
        blockTime: expect.any(Number),
        confirmationStatus: "finalized",
        err: null,
        memo: "[7] grüezi",
        signature: newest[0],
        slot: slot + 4,
      },
    ])
    expect(await call("getSignaturesForAddress", usdc.mint)).toEqual([])
    for (const limit of [0, 1001])
      expect((await ask("getSignaturesForAddress", two.address, { limit })).error).toMatchObject({
        code: -32602,
      })
  })
})
