import { hex } from "@scure/base"
import { bitcoin as network } from "@wmodal/protocol/networks"
import { Effect, Result } from "effect"
import { describe, expect, it, vi } from "vitest"
import { makeEsploraNode } from "../testing/esploraNode.ts"
import { toAddress } from "./addressScripts.ts"
import { explainRequest } from "./explainRequest.ts"
import { encodePsbt } from "./Psbt.ts"
import { parseAddressScript } from "./Script.ts"

vi.mock("./addressScripts.ts", { spy: true })

const vera = "bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te"
const milo = "bc1qt3az9lwpqfvr466mezsewuzdc4d379ldv83d4c"
const [mine, his] = [vera, milo].map((text) => parseAddressScript(text) ?? new Uint8Array())
if (mine === undefined || his === undefined) throw new Error("no addresses")
const parent = "ab".repeat(32)

/** The script of another account for each number. */
const other = (at: number) => Uint8Array.of(0, 20, ...new Uint8Array(18).fill(7), at >> 8, at & 255)

const ask = (
  outputs: readonly (readonly [Uint8Array, bigint])[],
  inputs = 1,
  from: (at: number) => Uint8Array = other,
) => {
  const total = outputs.reduce((sum, [, value]) => sum + value, 1_000n)
  const psbt = encodePsbt({
    inputs: Array.from({ length: inputs }, (_, at) => ({
      outpoint: `${parent}:${at}`,
      coin: { script: at === 0 ? mine : from(at), value: at === 0 ? total : 1_000n },
    })),
    outputs: outputs.map(([script, value]) => ({ script, value })),
    lockTime: 0,
  })
  const request = { _tag: "Transaction", transaction: { psbt } } as const
  const { rpc } = makeEsploraNode({})
  return Effect.runPromise(
    Effect.result(explainRequest({ network, rpc, from: vera, request, tokens: [], nameOf: () => null })),
  )
}
/** A message about runes: numbers below 128 as one push. */
const toStone = (numbers: readonly number[]) =>
  Uint8Array.from([0x6a, 0x5d, 0x4e, ...[0, 8, 16, 24].map((bits) => numbers.length >> bits), ...numbers])
const dust = (count: number) => Array.from({ length: count }, (_, at) => [other(at), 546n] as const)

describe("a PSBT of many rows", () => {
  it("shows the payment behind 55 outputs of dust, and names it first in the totals", async () => {
    const {
      calls,
      dangers,
      totals = [],
    } = Result.getOrThrow(await ask([...dust(55), [his, 19_900_000_000n]]))
    const shown = calls[0].fields.map(({ text }) => text)
    expect(shown).toEqual(expect.arrayContaining(["199 BTC", milo]))
    expect(totals.slice(0, 3).map(({ label, text }) => `${label}: ${text}`)).toEqual([
      "Paid in all: 199.0003003 BTC",
      "Pays: 199 BTC",
      `To: ${milo}`,
    ])
    expect(dangers).toContainEqual({ _tag: "Long", lines: 116 })
  })

  it("shows every input of others", async () => {
    const { calls } = Result.getOrThrow(await ask([[his, 5_000n]], 120))
    expect(calls[0].fields.filter(({ label }) => label === "Also spent")).toHaveLength(119)
  })

  it("shows attached data to its end", async () => {
    const data = Uint8Array.of(0x6a, 0x4d, 0xff, 0, ...new Uint8Array(250).fill(1), 0xee)
    const { calls } = Result.getOrThrow(await ask([[data, 0n]]))
    expect(calls[0].fields.find(({ label }) => label === "Data")?.text).toMatch(/0101ee$/)
  })

  it("refuses 20,000 taproot outputs before it computes an address", async () => {
    const key = hex.decode("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798")
    const taproot = Array.from({ length: 20_000 }, () => [Uint8Array.of(0x51, 32, ...key), 546n] as const)
    const said = await ask(taproot)
    expect(Result.isFailure(said) && said.failure).toMatchObject({ _tag: "RequestTooLong", count: 40_000 })
    expect(vi.mocked(toAddress)).not.toHaveBeenCalled()
  })

  it("refuses a message of 2,000 edicts before it describes one", async () => {
    vi.mocked(toAddress).mockClear()
    const said = await ask([[toStone([0, 1, ...Array.from({ length: 7_999 }, () => 0)]), 0n]])
    expect(Result.isFailure(said) && said.failure).toMatchObject({ _tag: "RequestTooLong", count: 4_002 })
    expect(vi.mocked(toAddress)).not.toHaveBeenCalled()
  })

  it.each([
    ["data output", [], "Data output"],
    ["output without an address", [[new Uint8Array(2_000).fill(0x51), 546n]], "Output without an address"],
  ] as const)("shows a long %s once when 400 edicts name it", async (_, outputs, to) => {
    const at = outputs.length
    // The smallest amount is the first output.
    const edicts = Array.from({ length: 399 }, () => [0, 0, 0, at]).flat()
    const { calls } = Result.getOrThrow(await ask([[toStone([0, 1, 0, 0, at, ...edicts]), 0n], ...outputs]))
    const texts = calls[0].fields.map(({ text }) => text)
    expect(texts.filter((text) => text === to)).toHaveLength(400)
    expect(texts.join("").length).toBeLessThan(24_000)
  })

  it("computes no address of 2,000 own coins whose signatures cover everything", async () => {
    vi.mocked(toAddress).mockClear()
    const { calls } = Result.getOrThrow(await ask([[mine, 5_000n]], 2_000, () => mine))
    expect(calls[0].intent).toBe("Move to yourself")
    expect(vi.mocked(toAddress)).not.toHaveBeenCalled()
  })

  it("refuses more outputs than can be reviewed", async () => {
    const said = await ask(dust(600))
    expect(Result.isFailure(said) && said.failure.message).toMatch(
      /^The request has 120\d lines, and at most 1000 can be reviewed/,
    )
  })
})
