import { address, generateKeyPairSigner, getTransactionDecoder } from "@solana/kit"
import { getCreateAssociatedTokenInstructionAsync } from "@solana-program/token"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { setupTestHandler } from "../../testing/setupTestHandler.ts"
import { solanaTokens } from "../solanaTokens.ts"
import { makeSender } from "../testing/sender.ts"

const handler = setupTestHandler()
const setup = (world: string) => makeSender(handler, world)

const [usdc] = solanaTokens
const base64 = { encoding: "base64" }
const slot = 400_000_000

const getMessage = (text: string) =>
  Buffer.from(getTransactionDecoder().decode(Buffer.from(text, "base64")).messageBytes).toString("base64")

describe("simulateTransaction", () => {
  it("returns the outcome without changes", async () => {
    const { call, sign, one, two, transfer } = await setup("simulate")
    const text = await sign(one, [transfer(5n)])
    const accounts = { encoding: "base64", addresses: [two.address, usdc.mint] }
    expect(await call("simulateTransaction", text, { ...base64, accounts, sigVerify: true })).toEqual({
      context: { apiVersion: "2.1.21", slot },
      value: {
        accounts: [
          expect.objectContaining({ data: ["", "base64"], lamports: 1_000_000_000_005 }),
          expect.objectContaining({ lamports: 1_461_600 }),
        ],
        err: null,
        innerInstructions: null,
        logs: [
          "Program 11111111111111111111111111111111 invoke [1]",
          "Program 11111111111111111111111111111111 success",
        ],
        replacementBlockhash: null,
        returnData: null,
        unitsConsumed: 150,
      },
    })
    expect(await call("getBalance", two.address)).toMatchObject({ value: 1_000_000_000_000 })
  })

  it("accepts a missing signature and an old blockhash on request", async () => {
    const { call, sign, advance, forge, one, transfer } = await setup("unsigned")
    const text = forge(await sign(one, [transfer(5n)]))
    const err = async (config: object) =>
      z
        .object({ value: z.object({ err: z.unknown() }) })
        .parse(await call("simulateTransaction", text, { ...base64, ...config })).value.err
    expect(await err({})).toBe(null)
    expect(await err({ sigVerify: true })).toBe("SignatureFailure")
    await advance(151 * 400)
    expect(await err({})).toBe("BlockhashNotFound")
    expect(
      await call("simulateTransaction", text, { ...base64, replaceRecentBlockhash: true }),
    ).toMatchObject({
      value: {
        err: null,
        replacementBlockhash: { blockhash: expect.any(String), lastValidBlockHeight: 378_000_301 },
      },
    })
  })

  it("returns inner instructions", async () => {
    const { call, sign, one } = await setup("inner")
    const { address: owner } = await generateKeyPairSigner()
    const text = await sign(one, [
      await getCreateAssociatedTokenInstructionAsync({ payer: one, owner, mint: address(usdc.mint) }),
    ])
    const type = (type: string, program = "spl-token") =>
      expect.objectContaining({ program, parsed: expect.objectContaining({ type }), stackHeight: 2 })
    expect(await call("simulateTransaction", text, { ...base64, innerInstructions: true })).toMatchObject({
      value: {
        innerInstructions: [
          {
            index: 0,
            instructions: [
              type("getAccountDataSize"),
              type("createAccount", "system"),
              type("initializeImmutableOwner"),
              type("initializeAccount3"),
            ],
          },
        ],
      },
    })
  })

  it("rejects contradictory options", async () => {
    const { ask, sign, one, transfer } = await setup("together")
    const text = await sign(one, [transfer(5n)])
    const refused = async (config: object) =>
      (await ask("simulateTransaction", text, { ...base64, ...config })).error?.message
    expect(await refused({ sigVerify: true, replaceRecentBlockhash: true })).toBe(
      "sigVerify may not be used with replaceRecentBlockhash",
    )
    const addresses = Array(4).fill(usdc.mint)
    expect(await refused({ accounts: { addresses } })).toBe("Too many accounts provided; max 3")
    expect(await refused({ accounts: { addresses: [], encoding: "base58" } })).toBe(
      "base58 encoding not supported",
    )
  })
})

describe("getFeeForMessage", () => {
  it("counts signatures while the blockhash is valid", async () => {
    const { ask, call, sign, advance, one, transfer } = await setup("fee")
    const message = getMessage(await sign(one, [transfer(5n)]))
    expect(await call("getFeeForMessage", message, { commitment: "processed" })).toMatchObject({
      value: 5_000,
    })
    await advance(151 * 400)
    expect(await call("getFeeForMessage", message)).toMatchObject({ value: null })
    expect((await ask("getFeeForMessage", "AQID")).error).toMatchObject({ code: -32602 })
  })
})
