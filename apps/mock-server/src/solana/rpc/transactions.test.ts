import { address, generateKeyPairSigner, getBase58Decoder, getTransactionDecoder } from "@solana/kit"
import { getTransferSolInstruction } from "@solana-program/system"
import {
  getCreateAssociatedTokenInstructionAsync,
  getTransferCheckedInstruction,
} from "@solana-program/token"
import { afterAll, describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { makeHandler } from "../../Handler.ts"
import { solanaTokens } from "../solanaTokens.ts"
import { makeSolanaNode } from "../testing/SolanaNode.ts"
import { testSigner } from "../testing/signedText.ts"

const handler = makeHandler()
afterAll(() => handler.close())

const [usdc] = solanaTokens
const base64 = { encoding: "base64" }
const slot = 400_000_000

const setup = async (world: string) => {
  const [one, two] = await Promise.all([testSigner(0), testSigner(1)])
  const node = makeSolanaNode(handler, { world })
  const transfer = (amount: bigint) =>
    getTransferSolInstruction({ source: one, destination: two.address, amount })
  /** The same bytes with another signature. */
  const forge = (text: string) => {
    const bytes = Buffer.from(text, "base64")
    bytes[10] = (bytes[10] ?? 0) ^ 1
    return bytes.toString("base64")
  }
  return { ...node, one, two, transfer, forge }
}

const messageOf = (text: string) =>
  Buffer.from(getTransactionDecoder().decode(Buffer.from(text, "base64")).messageBytes).toString("base64")

describe("sendTransaction", () => {
  it("takes base58 and base64, and gives the signature", async () => {
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

  it("refuses what would fail, and says what the programs said", async () => {
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

  it("refuses what cannot pay, what was sent before, and what is too late", async () => {
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

  it("refuses a wrong signature, whatever else is wrong", async () => {
    const { ask, sign, advance, forge, one, transfer } = await setup("forged")
    const text = forge(await sign(one, [transfer(10n ** 15n)]))
    const refusal = { code: -32003, message: "Transaction signature verification failure" }
    expect((await ask("sendTransaction", text, base64)).error).toEqual(refusal)
    await advance(151 * 400)
    expect((await ask("sendTransaction", text, base64)).error).toEqual(refusal)
  })

  it("passes on what nobody has looked at first; it lands, failed or not, or never", async () => {
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
  ])("does not read %.20s as %j", async (text, config, message) => {
    const { ask } = await setup("junk")
    const { error } = await ask("sendTransaction", text, config)
    expect(error?.code).toBe(-32602)
    expect(error?.message).toContain(message)
  })
})

describe("simulateTransaction", () => {
  it("shows what would be, and changes nothing", async () => {
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

  it("needs no signature, nor a new blockhash, where it is told so", async () => {
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

  it("shows what programs call", async () => {
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

  it("refuses what does not go together", async () => {
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
  it("counts signatures, as long as the blockhash holds", async () => {
    const { ask, call, sign, advance, one, transfer } = await setup("fee")
    const message = messageOf(await sign(one, [transfer(5n)]))
    expect(await call("getFeeForMessage", message, { commitment: "processed" })).toMatchObject({
      value: 5_000,
    })
    await advance(151 * 400)
    expect(await call("getFeeForMessage", message)).toMatchObject({ value: null })
    expect((await ask("getFeeForMessage", "AQID")).error).toMatchObject({ code: -32602 })
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

  it("tells all about a transaction, as indexes and in words", async () => {
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

  it("gives the very bytes that were sent", async () => {
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

  it("gives a versioned transaction to those alone who say that they can read it", async () => {
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
  it("goes through a history in pages, newest first", async () => {
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
