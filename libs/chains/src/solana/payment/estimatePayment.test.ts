import { solanaDevnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import type { Transfer } from "../../contract/Transfer.ts"
import { makeScriptedRpc } from "../../testing/scriptedRpc.ts"
import { concatBytes, encodeU32, encodeU64 } from "../../testing/solanaBytes.ts"
import { encodeBase64 } from "../../text/base64.ts"
import { associatedTokenAddress, hookAccountsAddress } from "../program/programAddress.ts"
import { programs } from "../program/programs.ts"
import { estimatePayment } from "./estimatePayment.ts"

const vera = "oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96"
const milo = "AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD"
const thief = "7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv"
const gold = "EtcCeEgSjtSnbFcZDXPbtV8oj4CgduHBwVtZawQ5ZRm6"
const program = programs.token2022

const account = (data: Uint8Array) => ({
  owner: program,
  lamports: 2_039_280,
  executable: false,
  data: [encodeBase64(data), "base64"],
})
const mint = (...extension: readonly (readonly number[] | Uint8Array)[]) =>
  account(
    concatBytes(
      new Uint8Array(44),
      [6, 1],
      new Uint8Array(36),
      ...(extension.length === 0 ? [] : [new Uint8Array(83), [1], ...extension]),
    ),
  )
const holding = (owner: string, state = 1, ...extension: readonly (readonly number[] | Uint8Array)[]) =>
  account(
    concatBytes(
      gold,
      owner,
      encodeU64(1_000n),
      encodeU32(0),
      new Uint8Array(32),
      [state],
      new Uint8Array(56),
      ...(extension.length === 0 ? [] : [[2], ...extension]),
    ),
  )
const usual = (owner: string) => associatedTokenAddress({ owner, token: gold, program })

/** The sender has 1,000 units in each of `held` accounts, and every simulation succeeds. */
const estimating = (
  accounts: Readonly<Record<string, ReturnType<typeof account>>>,
  amount = 10n,
  held = 1,
  notes: Pick<Transfer, "memo" | "references"> = {},
) => {
  const { rpc } = makeScriptedRpc((method, [first]) => {
    switch (method) {
      case "getLatestBlockhash":
        return { value: { blockhash: gold, lastValidBlockHeight: 1_150 } }
      case "getEpochInfo":
        return { absoluteSlot: 2_000, blockHeight: 1_000, epoch: 1 }
      case "getMultipleAccounts":
        return {
          value: z
            .array(z.string())
            .parse(first)
            .map((one) => accounts[one] ?? null),
        }
      case "getTokenAccountsByOwner":
        return {
          value: [usual(vera), milo].slice(0, held).map((pubkey) => ({ pubkey, account: holding(vera) })),
        }
      case "getRecentPrioritizationFees":
        return []
      case "getMinimumBalanceForRentExemption":
        return 890_880
      case "simulateTransaction":
        return {
          value: { err: null, logs: [], unitsConsumed: 5_000, accounts: [accounts[usual(milo)] ?? null] },
        }
      default:
        return undefined
    }
  })
  const transfer = { from: vera, to: milo, token: gold, amount, ...notes }
  return Effect.runPromise(Effect.result(estimatePayment({ network, rpc, transfer })))
}
const reverting = (text: string) => ({
  _tag: "Failure",
  failure: { reason: { _tag: "Reverts", text: expect.stringContaining(text) } },
})

describe("estimatePayment of a token with extensions", () => {
  const extension = (
    type: number,
    length: number,
    bytes: readonly (readonly [at: number, byte: number])[] = [],
  ) => {
    const data = new Uint8Array(length)
    for (const [at, byte] of bytes) data[at] = byte
    return concatBytes([type, 0, length & 0xff, length >> 8], data)
  }
  const received = { [usual(milo)]: holding(milo) }

  it.each([
    ["non-transferable", mint(extension(9, 0)), "stays in the account that it was issued to"],
    ["paused", mint(extension(26, 33, [[32, 1]])), "has paused all transfers"],
  ])("rejects a %s token by name", async (_, token, text) => {
    expect(await estimating({ [gold]: token, ...received })).toMatchObject(reverting(text))
  })

  it("rejects a token whose new accounts are frozen when the recipient has none, and pays to an open one", async () => {
    const token = mint(extension(6, 1, [[0, 2]]))
    expect(await estimating({ [gold]: token })).toMatchObject(
      reverting("New accounts of this token are frozen"),
    )
    expect(await estimating({ [gold]: token, ...received })).toMatchObject({ _tag: "Success" })
    const usualState = mint(extension(6, 1, [[0, 1]]))
    expect(await estimating({ [gold]: usualState })).toMatchObject({ _tag: "Success" })
  })

  it.each([
    ["is frozen", holding(milo, 2), "frozen the recipient's account"],
    ["takes confidential transfers only", holding(milo, 1, extension(5, 295)), "confidential transfers"],
    ["requires a memo", holding(milo, 1, extension(8, 1, [[0, 1]])), "requires a memo"],
  ])("rejects a payment by name when the recipient's account %s", async (_, recipient, text) => {
    expect(await estimating({ [gold]: mint(), [usual(milo)]: recipient })).toMatchObject(reverting(text))
  })

  it("pays a recipient who requires a memo when the payment has one", async () => {
    const accounts = { [gold]: mint(), [usual(milo)]: holding(milo, 1, extension(8, 1, [[0, 1]])) }
    expect(await estimating(accounts, 10n, 1, { memo: "order 7" })).toMatchObject({ _tag: "Success" })
  })

  it.each([
    ["a permanent delegate", mint(extension(12, 32)), holding(milo)],
    ["a mint for confidential transfers", mint(extension(4, 65)), holding(milo)],
    ["a pause that is over", mint(extension(26, 33)), holding(milo)],
    ["an inactive transfer hook", mint(extension(14, 64)), holding(milo)],
    [
      "a recipient who takes both kinds of transfers",
      mint(),
      holding(milo, 1, extension(5, 295, [[262, 1]])),
    ],
    ["a recipient with a guard against programs", mint(), holding(milo, 1, extension(11, 1, [[0, 1]]))],
    ["a recipient whose memo is optional", mint(), holding(milo, 1, extension(8, 1))],
  ])("pays with %s", async (_, token, recipient) => {
    expect(await estimating({ [gold]: token, [usual(milo)]: recipient })).toMatchObject({ _tag: "Success" })
  })

  it("names the accounts that the issuer's program lists, and refuses what it cannot name", async () => {
    const hooked = mint(concatBytes([14, 0, 64, 0], new Uint8Array(32), thief))
    const list = hookAccountsAddress({ program: thief, token: gold })
    const named = await estimating({ [gold]: hooked, ...received })
    expect(named).toMatchObject({
      _tag: "Success",
      success: { transactionFields: { hook: `${thief}:r` } },
    })
    const unread = { [gold]: hooked, ...received, [list]: account(new Uint8Array(3)) }
    expect(await estimating(unread)).toMatchObject(reverting("cannot be read"))
    const entries = Array.from({ length: 30 }, (__, at) =>
      concatBytes([0], new Uint8Array(32).fill(at + 1), [0, 0]),
    )
    const body = concatBytes(encodeU32(30), ...entries)
    const long = concatBytes([105, 37, 101, 197, 75, 251, 102, 26], encodeU32(body.length), body)
    expect(await estimating({ [gold]: hooked, ...received, [list]: account(long) })).toMatchObject(
      reverting("more accounts than a transaction can name"),
    )
  })

  it("pays a token with a transfer hook from one account only", async () => {
    const hooked = mint(concatBytes([14, 0, 64, 0], new Uint8Array(32), thief))
    expect(await estimating({ [gold]: hooked, ...received }, 1_001n, 2)).toMatchObject(
      reverting("one account only"),
    )
    expect(await estimating({ [gold]: hooked, ...received }, 1_000n, 2)).toMatchObject({
      _tag: "Success",
      success: { transactionFields: { sources: `${usual(vera)}:1000` } },
    })
  })
})

describe("estimatePayment of a token", () => {
  it("succeeds when the recipient owns the associated account", async () => {
    const accounts = { [gold]: mint(), [usual(milo)]: holding(milo) }
    expect(await estimating(accounts)).toMatchObject({
      _tag: "Success",
      success: { transactionFields: { isMade: null } },
    })
  })

  it("fails when memo and references do not fit into one transaction", async () => {
    const accounts = { [gold]: mint(), [usual(milo)]: holding(milo) }
    expect(await estimating(accounts, 10n, 1, { memo: "x".repeat(500), references: [thief] })).toMatchObject({
      _tag: "Success",
    })
    expect(await estimating(accounts, 10n, 1, { memo: "x".repeat(1_000) })).toMatchObject(
      reverting("Its memo and references do not fit into one transaction"),
    )
  })

  it("fails when the associated account has another owner", async () => {
    const accounts = { [gold]: mint(), [usual(milo)]: holding(thief) }
    expect(await estimating(accounts)).toMatchObject(reverting("belongs to someone else"))
  })

  const factor = (value: number, later = value) => {
    const bytes = new Uint8Array(56)
    const view = new DataView(bytes.buffer)
    view.setFloat64(32, value, true)
    view.setFloat64(48, later, true)
    return concatBytes([25, 0, 56, 0], bytes)
  }
  const interest = (rate: number, before = rate) => {
    const bytes = new Uint8Array(52)
    const view = new DataView(bytes.buffer)
    view.setInt16(40, before, true)
    view.setInt16(50, rate, true)
    return concatBytes([10, 0, 52, 0], bytes)
  }
  it.each([
    ["a factor", factor(10)],
    ["a factor from some day on", factor(1, 2)],
    ["interest", interest(500)],
    ["interest that it had once", interest(0, 500)],
  ])("fails when the token multiplies amounts by %s", async (_, extension) => {
    const accounts = { [gold]: mint(extension), [usual(milo)]: holding(milo) }
    expect(await estimating(accounts)).toMatchObject(reverting("scales its amounts"))
  })

  it.each([
    ["a factor of one", factor(1)],
    ["no interest", interest(0)],
  ])("succeeds when the token multiplies amounts by %s", async (_, extension) => {
    const accounts = { [gold]: mint(extension), [usual(milo)]: holding(milo) }
    expect(await estimating(accounts)).toMatchObject({ _tag: "Success" })
  })
})
