import { mainnet as network } from "@wmodal/protocol/networks"
import { Effect, Result } from "effect"
import { encodeFunctionData, type Hex, parseAbi } from "viem"
import { describe, expect, it } from "vitest"
import type { Explanation, WalletRequest } from "../contract/Explanation.ts"
import { encodePlan, permits, sender, subPlan, unwrap } from "../testing/routerPlans.ts"
import { feelessBlock, makeScriptedRpc } from "../testing/scriptedRpc.ts"
import { decodeTypedDataApprovals } from "./dangers/decodeTypedDataApprovals.ts"
import { judgeSignedCalls } from "./dangers/signedCalls.ts"
import { decodeTypedData } from "./explain/data/DecodedTypedData.ts"
import { parseGuardedRequest } from "./guard/guardProvider.ts"
import { makeExplain } from "./makeExplain.ts"

const from = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const thief = "0x9f2de1C0A7c3d0a6a1E1f0F1Cb4c6d1E8a7B0C11"
const router = "0xE592427A0AEce92De3Edee1F18E0157C05861564"
const universalRouter = "0x66a9893cc07d91d95644aedd05d03f95e1dba8af"
const abi = parseAbi([
  "function multicall(bytes[] data)",
  "function refundETH()",
  "function secret(address to)",
  "function exactInputSingle((address tokenIn,address tokenOut,uint24 fee,address recipient,uint256 deadline,uint256 amountIn,uint256 amountOutMinimum,uint160 sqrtPriceLimitX96) params)",
])
const refund = encodeFunctionData({ abi, functionName: "refundETH" })
const swap = encodeFunctionData({
  abi,
  functionName: "exactInputSingle",
  args: [
    {
      tokenIn: thief,
      tokenOut: router,
      fee: 500,
      recipient: thief,
      deadline: 9_999_999_999n,
      amountIn: 900_000_000n,
      amountOutMinimum: 10n ** 18n,
      sqrtPriceLimitX96: 0n,
    },
  ],
})
const multicall = (data: readonly Hex[]) =>
  encodeFunctionData({ abi, functionName: "multicall", args: [data] })
const repeat = <A>(count: number, make: (at: number) => A): A[] =>
  Array.from({ length: count }, (_, at) => make(at))

const { rpc } = makeScriptedRpc((method) => (method === "eth_getCode" ? "0x60" : { ...feelessBlock }[method]))
const explain = makeExplain([])
const ask = (request: WalletRequest) =>
  Effect.runPromise(Effect.result(explain({ network, rpc, from, request, tokens: [], nameOf: () => null })))
const review = async (request: WalletRequest) => Result.getOrThrow(await ask(request))
const refusal = async (request: WalletRequest) => {
  const said = await ask(request)
  return Result.isFailure(said) ? said.failure.message : null
}
const send = (data: Hex): WalletRequest => ({ _tag: "Transaction", transaction: { from, to: router, data } })
const sign = (typedData: object): WalletRequest => ({
  _tag: "TypedData",
  typedData: JSON.stringify(typedData),
})
const list = (call: Explanation): readonly string[] =>
  call.fields.flatMap(({ label, text, value }) =>
    value._tag === "Call" ? [`${label}: ${text}`, ...list(value.call)] : [`${label}: ${text}`],
  )
const tags = (dangers: readonly { readonly _tag: string }[]) => dangers.map(({ _tag }) => _tag)

/** Typed data that no descriptor reads, with a list of numbers. */
const listOf = (type: string, items: readonly unknown[]) =>
  sign({
    domain: { name: "Test", chainId: 1 },
    primaryType: "Thing",
    types: { Thing: [{ name: "list", type: `${type}[]` }] },
    message: { list: items },
  })

describe("an EVM request of many rows", () => {
  it("shows the swap behind 120 refunds, and its recipient in the totals", async () => {
    const {
      calls,
      dangers,
      totals = [],
    } = await review(send(multicall([...repeat(120, () => refund), swap])))
    expect(list(calls[0])).toEqual(expect.arrayContaining([`To: ${thief}`]))
    expect(calls[0].fields).toHaveLength(121)
    expect(totals.map(({ text }) => text)).toEqual(expect.arrayContaining([thief]))
    expect(tags(dangers)).toContain("Long")
  })

  it("warns Unread when the call that cannot be read is behind a hundred others", async () => {
    const unread = encodeFunctionData({ abi, functionName: "secret", args: [thief] })
    const { dangers } = await review(send(multicall([...repeat(110, () => refund), unread])))
    expect(tags(dangers)).toContain("Unread")
  })

  it("refuses a call of more rows than can be reviewed", async () => {
    expect(await refusal(send(multicall(repeat(1_200, () => refund))))).toMatch(
      /^The request has 12\d\d lines, and at most 1000 can be reviewed/,
    )
  })

  it("warns Unread when a call is nested deeper than is read", async () => {
    const deep = repeat(8, () => null).reduce<Hex>((data) => multicall([data]), swap)
    expect(tags((await review(send(deep))).dangers)).toContain("Unread")
  })

  it("shows every offer of a marketplace order of 120, and what is received", async () => {
    const item = [
      { name: "itemType", type: "uint8" },
      { name: "token", type: "address" },
      { name: "identifierOrCriteria", type: "uint256" },
      { name: "startAmount", type: "uint256" },
      { name: "endAmount", type: "uint256" },
    ]
    const ape = { itemType: 2, token: thief, identifierOrCriteria: "8817", startAmount: "1", endAmount: "1" }
    const sword = { ...ape, itemType: 3, token: router }
    const { calls, totals = [] } = await review(
      sign({
        domain: { name: "Seaport", version: "1.5", chainId: 1, verifyingContract: router },
        primaryType: "OrderComponents",
        types: {
          OrderComponents: [
            { name: "offerer", type: "address" },
            { name: "offer", type: "OfferItem[]" },
            { name: "consideration", type: "ConsiderationItem[]" },
          ],
          OfferItem: item,
          ConsiderationItem: [...item, { name: "recipient", type: "address" }],
        },
        message: {
          offerer: from,
          offer: [...repeat(120, (at) => ({ ...sword, identifierOrCriteria: `${at}` })), ape],
          consideration: [{ ...ape, itemType: 0, startAmount: "1", endAmount: "1", recipient: thief }],
        },
      }),
    )
    expect(list(calls[0]).join("\n")).toContain("offer[120].identifierOrCriteria: 8817")
    expect(list(calls[0]).join("\n")).toContain(`consideration[0].recipient: ${thief}`)
    expect(totals.map(({ label, text }) => `${label}: ${text}`)).toContain(`offer[].token: ${thief}`)
  })

  it("shows a text to its end, and refuses one beyond the bound", async () => {
    const text = `${"Terms. ".repeat(600)}and all to ${thief}`
    const { calls, dangers } = await review(listOf("string", [text]))
    expect(list(calls[0])).toEqual([`list[0]: ${text}`])
    expect(tags(dangers)).toEqual(expect.arrayContaining(["Blind", "Long"]))
    expect(await refusal(listOf("string", ["x".repeat(200_000)]))).toMatch(/at most 1000 can be reviewed/)
    expect(await refusal(listOf("bytes", [`0x${"ab".repeat(60_000)}`]))).toMatch(
      /at most 1000 can be reviewed/,
    )
  })

  it("shows a message to its end, and refuses one beyond the bound", async () => {
    const message = `${"I agree. ".repeat(2_000)}Everything is yours.`
    const { calls, dangers } = await review({ _tag: "Message", message })
    expect(calls[0].fields[0]?.text).toBe(message)
    expect(tags(dangers)).toEqual(["Blind", "Long"])
    expect(await refusal({ _tag: "Message", message: "I agree. ".repeat(20_000) })).toMatch(
      /at most 1000 can be reviewed/,
    )
  })

  it("refuses a list of unknown typed data beyond the bound, and shows one of 900", async () => {
    const { calls } = await review(
      listOf(
        "uint256",
        repeat(900, (at) => at),
      ),
    )
    expect(calls[0].fields.at(-1)).toMatchObject({ label: "list[899]", text: "899" })
    expect(
      await refusal(
        listOf(
          "uint256",
          repeat(1_900, (at) => at),
        ),
      ),
    ).toMatch(/has 1901 lines/)
  })

  it("refuses calls of more bytes than a node takes, also in several calls, and reviews as many", async () => {
    const bytes = (count: number): Hex => `0x${"00".repeat(count)}`
    const refused = "The request has 131073 bytes, and at most 131072 can be reviewed. No wallet received it."
    const call = (count: number) => ({ to: router, value: 0n, data: bytes(count) })
    expect(await refusal(send(bytes(131_072)))).toBeNull()
    expect(await refusal(send(bytes(131_073)))).toBe(refused)
    expect(await refusal({ _tag: "Calls", calls: [call(65_536), call(65_536)] })).toBeNull()
    expect(await refusal({ _tag: "Calls", calls: [call(65_536), call(65_537)] })).toBe(refused)
  })

  it.each([
    ["65 commands", "64", Array.from({ length: 65 }, () => unwrap(sender, 0n))],
    ["16900 bytes", "16384", [permits(Array(128).fill(router), thief, 5n)]],
    ["9 outcomes", "8", Array.from({ length: 4 }, () => subPlan([unwrap(sender, 0n)], true))],
  ] as const)("refuses a plan for a router with %s, also in a batch", async (has, most, commands) => {
    const refused = `The request has ${has}, and at most ${most} can be reviewed. No wallet received it.`
    const plan = { to: universalRouter, value: 0n, data: encodePlan(commands) }
    const { to, data } = plan
    expect(await refusal({ _tag: "Transaction", transaction: { from, to, data } })).toBe(refused)
    const other = { to: router, value: 0n, data: refund }
    expect(await refusal({ _tag: "Calls", calls: [other, plan] })).toBe(refused)
  })

  it("names the number and the bound of a batch that is too long", () => {
    const calls = repeat(300, () => ({ to: thief, value: "0x1" }))
    const batch = [{ version: "2.0.0", from, chainId: "0x1", atomicRequired: true, calls }]
    expect(() => parseGuardedRequest("wallet_sendCalls", batch)).toThrow(
      "The batch has 300 calls, and at most 100 can be reviewed.",
    )
  })

  it("shows every call of a batch, with the sum that they send", async () => {
    const calls = repeat(100, (at) => ({
      to: at === 77 ? thief : router,
      value: at === 77 ? 9n * 10n ** 18n : 1n,
      data: "0x",
    }))
    const [first, ...rest] = calls
    if (first === undefined) throw new Error("no calls")
    const { totals = [], calls: shown } = await review({ _tag: "Calls", calls: [first, ...rest] })
    expect(shown).toHaveLength(100)
    expect(totals.slice(0, 4).map(({ text }) => text)).toEqual([
      "9.000000000000000099 ETH",
      "9.000000000000000099 ETH",
      "9 ETH",
      thief,
    ])
  })

  it("shows the data of an unknown permission to its end", async () => {
    const data = { note: "x".repeat(1_500), end: "everything" }
    const params = [
      {
        chainId: "0x1",
        signer: { type: "account", data: { address: thief } },
        permissions: [{ type: "any", data }],
      },
    ]
    const { calls } = await review({
      _tag: "Other",
      method: "wallet_grantPermissions",
      params: JSON.stringify(params),
    })
    expect(list(calls[0]).join("\n")).toContain(`"end":"everything"`)
  })

  it("warns Blind when a list of bytes has more calls than are searched", async () => {
    const more = await review(
      listOf(
        "bytes",
        repeat(600, () => "0x"),
      ),
    )
    expect(tags(more.dangers)).toContain("Blind")
    const types = { Thing: [{ name: "list", type: "bytes[]" }] }
    const thing = { domain: {}, primaryType: "Thing", types, message: { list: repeat(600, () => "0x") } }
    expect(decodeTypedDataApprovals(thing)).toContain(null)
    expect(decodeTypedDataApprovals({ ...thing, message: { list: ["0x"] } })).not.toContain(null)
  })

  it("warns Blind when typed data has more values than are searched for calls", () => {
    const read = (count: number) => {
      const { _tag: _, ...request } = {
        typedData: "",
        ...listOf(
          "uint256",
          repeat(count, (at) => at),
        ),
      }
      const decoded = decodeTypedData(request.typedData)
      return decoded === null ? null : tags(judgeSignedCalls(decoded, { chainId: 1n, from }).dangers)
    }
    expect(read(6_000)).toEqual(["Blind"])
    expect(read(60)).toEqual([])
  })
})
