import { solanaDevnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { makeScriptedRpc } from "../../testing/scriptedRpc.ts"
import { concatBytes, encodeU32, encodeU64 } from "../../testing/solanaBytes.ts"
import { encodeBase64 } from "../../text/base64.ts"
import { associatedTokenAddress } from "../program/programAddress.ts"
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
const holding = (owner: string) =>
  account(
    concatBytes(gold, owner, encodeU64(1_000n), encodeU32(0), new Uint8Array(32), [1], new Uint8Array(56)),
  )
const usual = (owner: string) => associatedTokenAddress({ owner, token: gold, program })

/** The sender has 1,000 units, and every simulation succeeds. */
const estimating = (accounts: Readonly<Record<string, ReturnType<typeof account>>>) => {
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
        return { value: [{ pubkey: usual(vera), account: holding(vera) }] }
      case "getRecentPrioritizationFees":
        return []
      case "simulateTransaction":
        return {
          value: { err: null, logs: [], unitsConsumed: 5_000, accounts: [accounts[usual(milo)] ?? null] },
        }
      default:
        return undefined
    }
  })
  const transfer = { from: vera, to: milo, token: gold, amount: 10n }
  return Effect.runPromise(Effect.result(estimatePayment({ network, rpc, transfer })))
}
const reverting = (text: string) => ({
  _tag: "Failure",
  failure: { reason: { _tag: "Reverts", text: expect.stringContaining(text) } },
})

describe("estimatePayment of a token", () => {
  it("succeeds when the recipient owns the associated account", async () => {
    const accounts = { [gold]: mint(), [usual(milo)]: holding(milo) }
    expect(await estimating(accounts)).toMatchObject({
      _tag: "Success",
      success: { transactionFields: { isMade: null } },
    })
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
