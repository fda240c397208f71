import { mainnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { encode, from as parameters } from "ox/AbiParameters"
import { decodeFunctionData, erc20Abi } from "viem"
import { describe, expect, it } from "vitest"
import { makeScriptedRpc, ScriptedRejection, toRpcErrorResponse } from "../testing/scriptedRpc.ts"
import { isHexBytes } from "./Hex.ts"
import { fetchToken, fetchTokenBalance } from "./token.ts"

const address = "0x8bBC3514477d75EC797BBe4e19d7961660Bb849c"
const owner = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const number = (value: bigint) => encode(parameters("uint256"), [value])
const text = (value: string) => encode(parameters("string"), [value])
const reverted = new ScriptedRejection(toRpcErrorResponse(3, "execution reverted"))

/** A contract that responds to some selectors, and reverts for all others. */
const contract = (answers: Partial<Record<"balanceOf" | "decimals" | "name" | "symbol", unknown>>) =>
  makeScriptedRpc((_, [call]) => {
    const data = typeof call === "object" && call !== null && "data" in call ? call.data : null
    if (!isHexBytes(data)) return reverted
    const { functionName } = decodeFunctionData({ abi: erc20Abi, data })
    return Object.entries(answers).find(([known]) => known === functionName)?.[1] ?? reverted
  }).rpc

const describing = (answers: Parameters<typeof contract>[0]) =>
  Effect.runPromise(fetchToken({ network, rpc: contract(answers), token: address }))

describe("fetchToken", () => {
  it("returns the name, the symbol and the decimals", async () => {
    expect(await describing({ name: text("USD Coin"), symbol: text("USDC"), decimals: number(6n) })).toEqual({
      name: "USD Coin",
      symbol: "USDC",
      decimals: 6,
    })
  })

  it("decodes the bytes32 texts of the oldest tokens", async () => {
    const name = `0x${"4d616b6572".padEnd(64, "0")}`
    const symbol = `0x${"4d4b52".padEnd(64, "0")}`
    expect(await describing({ name, symbol, decimals: number(18n) })).toEqual({
      name: "Maker",
      symbol: "MKR",
      decimals: 18,
    })
  })

  it("decodes the bytes32 texts that a bridge writes in hex: vultisig/vultisig-android#4877", async () => {
    const hex = (value: string) => text(Buffer.from(value).toString("hex").padEnd(64, "0"))
    expect(await describing({ name: hex("Maker"), symbol: hex("MKR"), decimals: number(18n) })).toEqual({
      name: "Maker",
      symbol: "MKR",
      decimals: 18,
    })
  })

  it.each(["FACE", "DEAD", "4d4b52", "ab".repeat(32), "0".repeat(64), `ff${"0".repeat(62)}`])(
    "keeps the symbol %s, which is no text in hex",
    async (symbol) => {
      expect(await describing({ symbol: text(symbol), decimals: number(18n) })).toMatchObject({
        symbol: symbol.slice(0, 32),
      })
    },
  )

  it("strips and cuts a hostile name and symbol", async () => {
    const { name, symbol } = (await describing({
      name: text(`\u202Enioc DSU\u200B\n${"x".repeat(5_000)}`),
      symbol: text(`\u0000 ETH \u2066${"y".repeat(100)}`),
      decimals: number(18n),
    })) ?? { name: "", symbol: "" }
    expect(name).toBe(`nioc DSU ${"x".repeat(55)}`)
    expect(symbol).toBe(`ETH ${"y".repeat(28)}`)
  })

  it("requires valid decimals, but no name", async () => {
    expect(await describing({ decimals: number(0n) })).toEqual({ name: "", symbol: "", decimals: 0 })
    expect(await describing({ name: text("A"), symbol: text("B") })).toBe(null)
    expect(await describing({ name: text("A"), decimals: "0x" })).toBe(null)
    expect(await describing({ name: text("A"), decimals: number(78n) })).toBe(null)
  })

  it("fails with RpcError when the node is unreachable", async () => {
    const { rpc } = makeScriptedRpc(() => new ScriptedRejection({ _tag: "Unreachable", detail: "cut" }))
    expect(await Effect.runPromise(Effect.flip(fetchToken({ network, rpc, token: address })))).toMatchObject({
      _tag: "RpcError",
    })
  })

  it("fails when a rate-limited node cannot provide the decimals", async () => {
    const busy = new ScriptedRejection(toRpcErrorResponse(-32005, "limit exceeded"))
    const { rpc } = makeScriptedRpc(() => busy)
    expect(await Effect.runPromise(Effect.flip(fetchToken({ network, rpc, token: address })))).toMatchObject({
      reason: { _tag: "Answered", code: -32005 },
    })
    const called = { name: text("A"), symbol: busy, decimals: number(6n) }
    expect(await describing(called)).toEqual({ name: "A", symbol: "", decimals: 6 })
  })

  it("returns the exact token balance, or fails when the response is invalid", async () => {
    const reading = (answer: unknown) =>
      Effect.runPromise(
        Effect.result(
          fetchTokenBalance({
            network,
            rpc: contract({ balanceOf: answer }),
            token: address,
            address: owner,
          }),
        ),
      )
    expect(await reading(number(2n ** 256n - 1n))).toMatchObject({ success: 2n ** 256n - 1n })
    expect(await reading("0x")).toMatchObject({ failure: { reason: { _tag: "Malformed" } } })
    expect(await reading(reverted)).toMatchObject({ failure: { reason: { _tag: "Answered" } } })
  })
})
