import { base58 } from "@scure/base"
import { AccountRole, address } from "@solana/kit"
import { describe, expect, it } from "vitest"
import { compileByKit, setupGuardedSolana, toLegacyMembers } from "../../testing/guardedSolana.ts"
import { makeInstruction, makeMeta, solanaKey, transferSol } from "../../testing/solanaTransactions.ts"
import { encodeBase64 } from "../../text/base64.ts"
import { decodeMessage, encodeMessage } from "../wire/SolanaMessage.ts"
import { encodeUnsigned } from "../wire/SolanaTransaction.ts"
import type { GuardedSolana } from "./guardedSolana.ts"

const [me, friend, other] = [solanaKey(1), solanaKey(2), solanaKey(3)]
const steps = [
  transferSol(me.address, friend.address, 5n),
  makeInstruction("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr", Uint8Array.of(104, 105)),
]
const made = compileByKit(me.address, steps)
const transaction = encodeBase64(made.wire)
const members = toLegacyMembers(me.address, steps)
const jsonBytes = (bytes: Uint8Array) => ({ type: "Buffer", data: [...bytes] })

/** Both sign; the friend pays and has signed. */
const shared = compileByKit(friend.address, [transferSol(me.address, friend.address, 5n)])
const sharedMembers = toLegacyMembers(friend.address, [transferSol(me.address, friend.address, 5n)])
const sharedText = encodeBase64(shared.wire)
const friendly = base58.encode(friend.sign(shared.message))
const half = Uint8Array.from([2, ...friend.sign(shared.message), ...new Uint8Array(64), ...shared.message])

describe("GuardedSolana of the forms of a transaction", () => {
  it.each<[form: string, given: unknown]>([
    ["base64", transaction],
    [
      "base64 of URLs without padding",
      transaction.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""),
    ],
    ["base58", base58.encode(made.wire)],
    ["WalletConnect's params", { transaction, pubkey: me.address }],
    ["its params without an account", { transaction }],
    ["its params in base58", { transaction: base58.encode(made.wire) }],
    ["its params with bytes", { transaction: made.wire }],
    ["its params with JSON of a Buffer", { transaction: jsonBytes(made.wire) }],
    ["members that repeat the transaction", { transaction, ...members }],
    [
      "some of these members",
      { transaction, feePayer: me.address, recentBlockhash: members.recentBlockhash },
    ],
    [
      "members that say nothing",
      { transaction, feePayer: null, instructions: [], partialSignatures: [], signatures: null },
    ],
    [
      "signatures that are missing",
      { transaction, signatures: [{ publicKey: me.address, signature: null }] },
    ],
    [
      "signatures of zeros",
      { transaction, partialSignatures: [{ pubkey: me.address, signature: "1".repeat(64) }] },
    ],
    ["surplus members", { transaction, lastValidBlockHeight: 9, _json: {}, hello: [1] }],
    ["no transaction, but its members", members],
    [
      "members with the data as JSON of a Buffer",
      {
        ...members,
        instructions: members.instructions.map((one, at) => ({
          ...one,
          data: jsonBytes(Uint8Array.from(steps[at]?.data ?? [])),
        })),
      },
    ],
    [
      "members with the data as a list",
      {
        ...members,
        instructions: members.instructions.map((one, at) => ({ ...one, data: [...(steps[at]?.data ?? [])] })),
      },
    ],
    [
      "members of a library, whose accounts become text",
      {
        ...members,
        feePayer: { toJSON: () => me.address },
        instructions: members.instructions.map((one, at) => ({
          programId: { toJSON: () => one.programId },
          keys: one.keys.map((key) => ({ ...key, pubkey: { toJSON: () => key.pubkey } })),
          data: Uint8Array.from(steps[at]?.data ?? []),
        })),
      },
    ],
  ])("reviews and sends the same bytes for %s", async (_, given) => {
    const { heard, page, reviewed } = await setupGuardedSolana(me)
    await page.signTransaction(given)
    expect(reviewed).toMatchObject([
      { request: { _tag: "Transaction", transaction: { transaction } }, from: me.address },
    ])
    expect(heard).toMatchObject([{ transaction: made.wire }])
  })

  it.each<[form: string, given: unknown]>([
    ["the transaction that has it", encodeBase64(half)],
    [
      "WalletConnect's partialSignatures",
      { transaction: sharedText, partialSignatures: [{ pubkey: friend.address, signature: friendly }] },
    ],
    [
      "its signatures, and no transaction",
      { ...sharedMembers, signatures: [{ pubkey: friend.address, signature: friendly }] },
    ],
    [
      "both, which agree",
      {
        transaction: encodeBase64(half),
        partialSignatures: [{ pubkey: friend.address, signature: friendly }],
        signatures: [
          { publicKey: friend.address, signature: jsonBytes(friend.sign(shared.message)) },
          { publicKey: me.address, signature: null },
        ],
      },
    ],
  ])("keeps another's signature of %s", async (_, given) => {
    const { heard, page } = await setupGuardedSolana(me)
    await page.signTransaction(given)
    expect(heard).toMatchObject([{ transaction: half }])
  })

  it.each<[form: string, given: unknown, text: string]>([
    ["another payer", { transaction, feePayer: friend.address }, "feePayer and transaction differ"],
    [
      "another blockhash",
      { transaction, recentBlockhash: friend.address },
      "recentBlockhash and transaction differ",
    ],
    [
      "another amount",
      { transaction, ...toLegacyMembers(me.address, [transferSol(me.address, friend.address, 6n)]) },
      "instructions and transaction differ",
    ],
    [
      "another recipient",
      {
        transaction,
        ...toLegacyMembers(me.address, [transferSol(me.address, other.address, 5n), ...steps.slice(1)]),
      },
      "instructions and transaction differ",
    ],
    [
      "an instruction less",
      { transaction, instructions: members.instructions.slice(1) },
      "instructions and transaction differ",
    ],
    [
      "the other order",
      { transaction, instructions: members.instructions.toReversed() },
      "instructions and transaction differ",
    ],
    [
      "an account that may be written",
      {
        transaction,
        instructions: [
          members.instructions[0],
          {
            ...members.instructions[1],
            keys: [{ pubkey: other.address, isSigner: false, isWritable: true }],
          },
        ],
      },
      "instructions and transaction differ",
    ],
    [
      "an account that does not sign",
      { transaction, partialSignatures: [{ pubkey: friend.address, signature: friendly }] },
      "partialSignatures has an account that does not sign",
    ],
    [
      "a signature of other bytes",
      {
        transaction: sharedText,
        signatures: [{ pubkey: friend.address, signature: base58.encode(friend.sign(made.message)) }],
      },
      "signatures has a signature of another transaction",
    ],
    [
      "another signature than it has",
      {
        transaction: encodeBase64(half),
        signatures: [{ pubkey: friend.address, signature: base58.encode(new Uint8Array(64).fill(9)) }],
      },
      "signatures and transaction differ",
    ],
    [
      "a signature that is none",
      { transaction, signatures: [{ pubkey: me.address, signature: "abc" }] },
      "signatures has an entry that is no signature",
    ],
    ["no payer", { ...members, feePayer: undefined }, "feePayer is missing"],
    ["no blockhash", { ...members, recentBlockhash: "" }, "recentBlockhash is missing"],
    ["no instructions", { ...members, instructions: [] }, "transaction is missing"],
    [
      "a nonce that only a library knows",
      { ...members, nonceInfo: { nonce: friend.address } },
      "nonceInfo is not supported",
    ],
    [
      "data that JSON may have lost",
      { ...members, instructions: [{ ...members.instructions[0], data: {} }] },
      "data of instructions is {}",
    ],
    [
      "a signature that JSON may have lost",
      { ...sharedMembers, signatures: [{ pubkey: friend.address, signature: {} }] },
      "signatures has an entry that is no signature",
    ],
    [
      "data that is no base58",
      { ...members, instructions: [{ ...members.instructions[0], data: "0OIl" }] },
      "data that is no base58",
    ],
    [
      "no program",
      { ...members, instructions: [{ ...members.instructions[0], programId: null }] },
      "no programId",
    ],
    [
      "a program that is no address",
      { ...members, instructions: [{ ...members.instructions[0], programId: "abc" }] },
      "programId is not 32 bytes",
    ],
    [
      "a key without an account",
      { ...members, instructions: [{ ...members.instructions[0], keys: [{}] }] },
      "key without its pubkey",
    ],
    [
      "a flag in words",
      {
        ...members,
        instructions: [{ ...members.instructions[0], keys: [{ pubkey: me.address, isSigner: "yes" }] }],
      },
      "isSigner of instructions",
    ],
    [
      "a payer that is its program",
      { ...members, feePayer: steps[0]?.programAddress },
      "instructions make no valid transaction",
    ],
    [
      "the params of several",
      { transaction, transactions: [transaction] },
      "transactions is for solana_signAllTransactions",
    ],
    ["what is no transaction", { transaction: "hello" }, "not a valid Solana transaction"],
    ["a number", { transaction: 5 }, "transaction is neither base64 nor base58"],
    [
      "an account of which it needs no signature",
      { transaction, pubkey: other.address },
      "pubkey does not sign this transaction",
    ],
  ])("refuses %s by name without a review", async (_, given, text) => {
    const { page, reviewed } = await setupGuardedSolana(me, other)
    await expect(page.signTransaction(given)).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(text),
    })
    expect(reviewed).toEqual([])
  })

  it("refuses another account by name", async () => {
    const { page, reviewed } = await setupGuardedSolana(me)
    await expect(page.signTransaction({ transaction, pubkey: friend.address })).rejects.toMatchObject({
      code: 4100,
      message: "pubkey is not an account that the wallet shares.",
    })
    expect(reviewed).toEqual([])
  })

  it("compares the members with a transaction of version 0, unless it has lookup tables", async () => {
    const { page, reviewed } = await setupGuardedSolana(me)
    const versioned = compileByKit(me.address, steps, 0)
    const text = encodeBase64(versioned.wire)
    await page.signTransaction({ ...members, transaction: text })
    expect(reviewed).toMatchObject([{ request: { transaction: { transaction: text } } }])
    const message = decodeMessage(versioned.message)
    if (message?.version !== 0) throw new Error("It is of version 0.")
    const lookup = {
      lookupTableAddress: address(friend.address),
      writableIndexes: [1],
      readonlyIndexes: [],
    }
    const looking = { ...message, addressTableLookups: [lookup] }
    const given = { ...members, transaction: encodeUnsigned(encodeMessage(looking), looking) }
    await expect(page.signTransaction(given)).rejects.toMatchObject({
      message: "instructions cannot be compared with a transaction that has lookup tables.",
    })
  })

  it("signs with the account that the dApp names when several could", async () => {
    const step = makeInstruction("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr", Uint8Array.of(1), [
      makeMeta(other.address, AccountRole.READONLY_SIGNER),
    ])
    const both = encodeBase64(compileByKit(me.address, [step]).wire)
    const { page, reviewed } = await setupGuardedSolana(me, other)
    await page.signTransaction({ transaction: both, pubkey: other.address })
    await page.signTransaction({ transaction: both })
    expect(reviewed.map(({ from }) => from)).toEqual([other.address, me.address])
  })

  it("signs several that are written in different ways", async () => {
    const { heard, page } = await setupGuardedSolana(me)
    await page.signAllTransactions([transaction, { transaction }, members, base58.encode(made.wire)])
    expect(heard.map((one) => one.transaction)).toEqual(Array.from({ length: 4 }, () => made.wire))
  })

  const options = { skipPreflight: true, preflightCommitment: "confirmed", maxRetries: 3, minContextSlot: 5 }

  it.each<[form: string, given: Parameters<GuardedSolana["sendTransaction"]>]>([
    ["after it", [transaction, options]],
    ["after a connection", [transaction, { commitment: "finalized", rpcEndpoint: "https://node" }, options]],
    ["in the params", [{ transaction, sendOptions: options }]],
    ["with unknown ones", [transaction, { ...options, encoding: "base64", commitment: "max" }]],
    ["as bigints of Solana Kit", [transaction, { ...options, maxRetries: 3n, minContextSlot: 5n }]],
  ])("passes the options %s", async (_, given) => {
    const { heard, page } = await setupGuardedSolana(me)
    await page.sendTransaction(...given)
    expect(heard).toMatchObject([{ transaction: made.wire }])
    expect(heard[0]?.options).toEqual(options)
  })

  it("drops options that say nothing", async () => {
    const { heard, page } = await setupGuardedSolana(me)
    await page.sendTransaction(transaction, { skipPreflight: null, maxRetries: undefined })
    expect(heard[0]?.options).toEqual({})
  })

  it.each<[form: string, given: Parameters<GuardedSolana["sendTransaction"]>, text: string]>([
    [
      "an unknown commitment",
      [transaction, { preflightCommitment: "latest" }],
      "preflightCommitment is not valid",
    ],
    ["retries in words", [transaction, { maxRetries: "3" }], "maxRetries is not valid"],
    ["a slot in a list", [transaction, { minContextSlot: [5] }], "minContextSlot is not valid"],
    [
      "two options that contradict each other",
      [{ transaction, sendOptions: { skipPreflight: true } }, { skipPreflight: false }],
      "skipPreflight is not valid",
    ],
    ["signers who have not signed", [transaction, {}, { signers: [{}] }], "signers is not supported"],
  ])("refuses %s by name", async (_, given, text) => {
    const { page, reviewed } = await setupGuardedSolana(me)
    await expect(page.sendTransaction(...given)).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(text),
    })
    expect(reviewed).toEqual([])
  })
})
