import { generateKeyPairSigner, getBase58Decoder } from "@solana/kit"
import { getTransferSolInstruction } from "@solana-program/system"
import { describe, expect, it } from "vitest"
import { setupTestHandler } from "../../testing/setupTestHandler.ts"
import { makeSender } from "../testing/sender.ts"

const handler = setupTestHandler()
const setup = (world: string) => makeSender(handler, world)

const base64 = { encoding: "base64" }
const slot = 400_000_000

describe("sendTransaction", () => {
  it("accepts base58 and base64 and returns the signature", async () => {
    const { call, sign, one, transfer } = await setup("send")
    const text = await sign(one, [transfer(1n)])
    const signature = getBase58Decoder().decode(Buffer.from(text, "base64").subarray(1, 65))
    expect(await call("sendTransaction", text, base64)).toBe(signature)
    const other = Buffer.from(await sign(one, [transfer(2n)], "legacy"), "base64")
    expect(await call("sendTransaction", getBase58Decoder().decode(other))).toEqual(expect.any(String))
    expect(await call("getSignatureStatuses", [signature, "1".repeat(64)])).toEqual({
      context: { apiVersion: "2.1.21", slot: slot + 2 },
      value: [
        {
          confirmationStatus: "finalized",
          confirmations: null,
          err: null,
          slot: slot + 1,
          status: { Ok: null },
        },
        null,
      ],
    })
  })

  it("rejects a transaction that fails preflight, with its program logs", async () => {
    const { ask, call, sign, one, transfer } = await setup("preflight")
    const text = await sign(one, [transfer(1n), transfer(10n ** 15n)])
    expect((await ask("sendTransaction", text, base64)).error).toEqual({
      code: -32002,
      message: "Transaction simulation failed: Error processing Instruction 1: custom program error: 0x1",
      data: {
        accounts: null,
        err: { InstructionError: [1, { Custom: 1 }] },
        innerInstructions: null,
        logs: [
          "Program 11111111111111111111111111111111 invoke [1]",
          "Program 11111111111111111111111111111111 success",
          "Program 11111111111111111111111111111111 invoke [1]",
          "Transfer: insufficient lamports 999999994999, need 1000000000000000",
          "Program 11111111111111111111111111111111 failed: custom program error: 0x1",
        ],
        replacementBlockhash: null,
        returnData: null,
        unitsConsumed: 300,
      },
    })
    expect(await call("getSlot")).toBe(slot)
  })

  it("rejects a transaction without funds, a duplicate and an expired one", async () => {
    const { ask, call, sign, advance, one, transfer } = await setup("refused")
    const poor = await generateKeyPairSigner()
    const message = async (text: string) => (await ask("sendTransaction", text, base64)).error
    expect(
      await message(
        await sign(poor, [getTransferSolInstruction({ source: poor, destination: one.address, amount: 1n })]),
      ),
    ).toMatchObject({
      code: -32002,
      message:
        "Transaction simulation failed: Attempt to debit an account but found no record of a prior credit.",
      data: { err: "AccountNotFound", logs: [], unitsConsumed: 0 },
    })
    const [first, second] = [await sign(one, [transfer(1n)]), await sign(one, [transfer(2n)])]
    await call("sendTransaction", first, base64)
    expect(await message(first)).toMatchObject({
      code: -32002,
      message: "Transaction simulation failed: This transaction has already been processed",
      data: { err: "AlreadyProcessed" },
    })
    await advance(151 * 400)
    expect(await message(second)).toMatchObject({
      code: -32002,
      message: "Transaction simulation failed: Blockhash not found",
      data: { err: "BlockhashNotFound" },
    })
    const dust = await sign(one, [
      getTransferSolInstruction({ source: one, destination: poor.address, amount: 1n }),
    ])
    expect(await message(dust)).toMatchObject({
      message:
        "Transaction simulation failed: Transaction results in an account (1) with insufficient funds for rent",
      data: { err: { InsufficientFundsForRent: { account_index: 1 } } },
    })
  })

  it("rejects a wrong signature before any other error", async () => {
    const { ask, sign, advance, forge, one, transfer } = await setup("forged")
    const text = forge(await sign(one, [transfer(10n ** 15n)]))
    const refusal = { code: -32003, message: "Transaction signature verification failure" }
    expect((await ask("sendTransaction", text, base64)).error).toEqual(refusal)
    await advance(151 * 400)
    expect((await ask("sendTransaction", text, base64)).error).toEqual(refusal)
  })

  it("relays a transaction without preflight, which lands, fails or never lands", async () => {
    const { call, sign, forge, one, transfer } = await setup("skip")
    const config = { ...base64, skipPreflight: true }
    const failing = await sign(one, [transfer(10n ** 15n)])
    const forged = forge(await sign(one, [transfer(1n)]))
    const signatures = [
      await call("sendTransaction", failing, config),
      await call("sendTransaction", forged, config),
      await call("sendTransaction", failing, config),
    ]
    expect(signatures[2]).toBe(signatures[0])
    const err = { InstructionError: [0, { Custom: 1 }] }
    expect(await call("getSignatureStatuses", signatures.slice(0, 2))).toMatchObject({
      value: [{ err, status: { Err: err } }, null],
    })
    expect(await call("getBalance", one.address)).toMatchObject({ value: 999_999_995_000 })
    expect(await call("getSlot")).toBe(slot + 1)
  })

  it.each([
    ["", base64, "failed to deserialize"],
    ["AQID", base64, "failed to deserialize"],
    ["not base64", base64, "invalid base64 encoding"],
    ["0OIl", {}, "invalid base58 encoding"],
    [
      "A".repeat(1645),
      base64,
      "base64 encoded solana_transaction::versioned::VersionedTransaction too large: 1645 bytes",
    ],
    ["1".repeat(1684), {}, "base58 encoded"],
    [
      "1".repeat(1300),
      {},
      "decoded solana_transaction::versioned::VersionedTransaction too large: 1300 bytes",
    ],
    [
      "AQID",
      { encoding: "jsonParsed" },
      "unsupported encoding: jsonParsed. Supported encodings: base58, base64",
    ],
  ])("rejects %.20s as %j", async (text, config, message) => {
    const { ask } = await setup("junk")
    const { error } = await ask("sendTransaction", text, config)
    expect(error?.code).toBe(-32602)
    expect(error?.message).toContain(message)
  })
})
