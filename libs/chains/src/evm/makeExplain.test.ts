import { mainnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import * as fc from "fast-check"
import {
  encodeFunctionData,
  hashMessage,
  hashTypedData,
  keccak256,
  maxUint160,
  maxUint256,
  parseAbi,
  stringToHex,
  toEventSelector,
} from "viem"
import { describe, expect, it } from "vitest"
import type { WalletRequest } from "../contract/Explanation.ts"
import {
  feelessBlock,
  makeScriptedRpc,
  ScriptedRejection,
  toRpcErrorResponse,
} from "../testing/scriptedRpc.ts"
import { drawText } from "../text/drawText.ts"
import { toAddressWord } from "./contracts/contractAbi.ts"
import { contractActions } from "./contracts/contractActions.ts"
import { makeExplain } from "./makeExplain.ts"

const from = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const spender = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
const token = "0x8bBC3514477d75EC797BBe4e19d7961660Bb849c"
const word = (value: bigint) => `0x${value.toString(16).padStart(64, "0")}`
const supply = 10n ** 18n
/** Uniswap, whose descriptor is bundled. */
const exchange = "0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D"

/** The token symbol `mUSD` in ABI encoding. */
const symbol = `${word(32n)}${word(4n).slice(2)}${"6d555344".padEnd(64, "0")}`

const done = (returnData = "0x", status = "0x1") => ({ returnData, status })

/** A network with one token and with simulated calls that have no effect. */
const usual: Readonly<Record<string, unknown>> = {
  "0x95d89b41": symbol,
  "0x06fdde03": symbol,
  "0x313ce567": word(6n),
  "0x18160ddd": word(supply),
  eth_getCode: "0x60",
}

const nodeWith = (answers: Readonly<Record<string, unknown>>) =>
  makeScriptedRpc((method, [first]) => {
    const all = { ...feelessBlock, ...usual, ...answers }
    if (method === "eth_simulateV1" && !("eth_simulateV1" in answers)) {
      const text = JSON.stringify(first)
      // Reads the native currency alone, or one token too.
      const reads = text.includes("70a08231") ? 2 : 1
      const total = (text.match(/"data"/g) ?? []).length
      return [
        {
          calls: Array.from({ length: total }, (_, at) =>
            at < reads || at >= total - reads ? done(word(9n)) : done(),
          ),
        },
      ]
    }
    if (method !== "eth_call") return all[method]
    const { data, to } =
      typeof first === "object" && first !== null && "data" in first && "to" in first
        ? first
        : { data: "", to: "" }
    return to === token || to === token.toLowerCase() ? (all[String(data).slice(0, 10)] ?? "0x") : "0x"
  })

const explaining = async (
  request: WalletRequest,
  answers: Readonly<Record<string, unknown>> = {},
  tokens: readonly string[] = [],
) => {
  const { asked, rpc } = nodeWith(answers)
  const explained = await Effect.runPromise(
    makeExplain([])({ network, rpc, from, request, tokens, nameOf: () => null }),
  )
  return { ...explained, asked }
}

const sending = (transaction: Readonly<Record<string, string | null>>): WalletRequest => ({
  _tag: "Transaction",
  transaction,
})
const approval = (amount: bigint) => contractActions.approve({ token, spender, amount })
const approving = (amount: bigint) => sending(contractActions.call(approval(amount)))
const unlimited = { _tag: "UnlimitedApproval", token, symbol: "mUSD", spender }

describe("makeExplain of a transaction", () => {
  it("warns of an unlimited approval", async () => {
    expect((await explaining(approving(maxUint256))).dangers).toEqual([unlimited])
    expect((await explaining(approving(maxUint160))).dangers).toEqual([unlimited])
  })

  it("counts an amount of at least the total supply as unlimited", async () => {
    expect((await explaining(approving(supply))).dangers).toEqual([unlimited])
    expect((await explaining(approving(supply - 1n))).dangers).toEqual([])
    expect((await explaining(approving(0n))).dangers).toEqual([])
  })

  it("does not count the id of a collectible as an amount", async () => {
    const refusal = new ScriptedRejection(toRpcErrorResponse(3, "execution reverted"))
    expect((await explaining(approving(supply), { "0x313ce567": refusal })).dangers).toEqual([])
  })

  it("warns of an unlimited approval when the token is unreachable", async () => {
    const away = new ScriptedRejection({ _tag: "Unreachable", detail: "offline" })
    const answers = { "0x95d89b41": away, "0x313ce567": away, "0x18160ddd": away }
    // Without an answer it is unknown whether this is a token.
    expect((await explaining(approving(maxUint256), answers)).dangers).toEqual([
      { ...unlimited, symbol: "" },
      { _tag: "Unread" },
    ])
    expect((await explaining(approving(supply), answers)).dangers).toEqual([{ _tag: "Unread" }])
  })

  it("strips the token's symbol", async () => {
    const hostile = `${word(32n)}${word(8n).slice(2)}${"41e280ae42e2808b".padEnd(64, "0")}`
    const [danger] = (await explaining(approving(maxUint256), { "0x95d89b41": hostile })).dangers
    expect(danger).toMatchObject({ symbol: "AB" })
  })

  it.each([
    ["mUSD", "5 mUSD"],
    ["1INCH", "5 1INCH"],
    ["$PEPE", "5 $PEPE"],
    ["000 USDC", "5 “000 USDC”"],
    [",000.00 USDC", "5 “,000.00 USDC”"],
    ["ETH to 0x1", "5 “ETH to 0x1”"],
    ["”5 ETH“", "5 “5 ETH”"],
  ])("separates the symbol %j from the amount", async (called, told) => {
    const text = Buffer.from(called).toString("hex")
    const encoded = `${word(32n)}${word(BigInt(text.length / 2)).slice(2)}${text.padEnd(64, "0")}`
    const { calls } = await explaining(approving(5_000_000n), { "0x95d89b41": encoded })
    expect(calls[0].fields.map((field) => field.text)).toContain(told)
  })

  it("returns the simulated balance changes", async () => {
    const { calls, trial } = await explaining(approving(5n), {}, [token])
    expect(trial).toEqual({
      _tag: "Simulated",
      changes: [
        { token: null, before: 9n, after: 9n },
        { token, before: 9n, after: 9n },
      ],
    })
    expect(calls).toHaveLength(1)
    expect(calls[0]).toMatchObject({ contract: token, value: 0n, digest: keccak256(contractsData(5n)) })
  })

  it("warns of a revert, and of an unavailable simulation", async () => {
    const calls = [done(word(9n)), done("0x12345678", "0x0"), done(word(9n))]
    expect((await explaining(approving(5n), { eth_simulateV1: [{ calls }] })).dangers).toEqual([
      { _tag: "Fails", text: "custom error 0x12345678" },
    ])
    const { dangers, trial } = await explaining(approving(maxUint256), {
      eth_simulateV1: new ScriptedRejection(toRpcErrorResponse(-32601, "Method not found")),
    })
    expect(dangers).toEqual([unlimited, { _tag: "Untried" }])
    expect(trial).toEqual({ _tag: "Unavailable" })
  })

  it("warns when a second node expects other effects", async () => {
    const { rpc } = nodeWith({})
    const calls = [done(word(9n)), done(), done(word(1n))]
    const { rpc: second } = nodeWith({ eth_simulateV1: [{ calls }] })
    const { dangers } = await Effect.runPromise(
      makeExplain([])({
        network,
        rpc: { ...rpc, second: Effect.succeed(second) },
        from,
        request: sending({ to: spender, value: "0x1" }),
        tokens: [],
        nameOf: () => null,
      }),
    )
    expect(dangers).toEqual([{ _tag: "NodesDiffer" }])
  })

  it("simulates with the transaction's gas limit, and a contract creation without a recipient", async () => {
    const { asked } = await explaining(sending({ to: null, data: "0x6000", gas: "0x5208" }))
    const [, params] = asked.find(([method]) => method === "eth_simulateV1") ?? []
    expect(JSON.stringify(params)).toContain(
      JSON.stringify({ from, value: "0x0", data: "0x6000", gas: "0x5208" }),
    )
  })

  it.each([[{ to: null }], [{}], [{ to: null, gas: "0x5208" }]])(
    "says that a transaction creates a contract when it has no recipient: %j",
    async (transaction) => {
      const { calls } = await explaining(sending({ ...transaction, data: "0x6000" }))
      expect(calls).toEqual([expect.objectContaining({ contract: null, createsContract: true })])
    },
  )

  it("warns of another network", async () => {
    const { dangers } = await explaining(sending({ to: spender, value: "0x1", chainId: "0xa" }))
    expect(dangers).toEqual([{ _tag: "OtherChain", said: "10" }])
    expect((await explaining(sending({ to: spender, value: "0x1", chainId: "0x1", from }))).dangers).toEqual(
      [],
    )
  })

  it.each([
    [{ to: "nobody" }],
    [{ to: spender, value: "lots" }],
    [{ to: spender, value: "10" }],
    [{ to: spender, data: "0x1" }],
    [{ to: spender, data: "0x12", input: "0x34" }],
    [{ to: spender, from: spender }],
    [{ to: spender, gas: "much" }],
    [{ to: spender, chainId: "mainnet" }],
    [{ to: spender, authorizationList: "[]" }],
  ])("warns Blind when wallets may decode it differently: %j", async (transaction) => {
    const { calls, dangers, trial } = await explaining(sending(transaction))
    expect(dangers).toEqual([{ _tag: "Blind" }, { _tag: "Untried" }])
    expect(trial).toEqual({ _tag: "Unavailable" })
    expect(calls).toEqual([
      expect.objectContaining({ intent: null, digest: keccak256(stringToHex(JSON.stringify(transaction))) }),
    ])
  })
})

const contractsData = (amount: bigint) => {
  const { data } = approval(amount)
  return data.startsWith("0x") ? (`0x${data.slice(2)}` as const) : "0x"
}

describe("makeExplain of several calls", () => {
  it("explains each call, and simulates them in sequence", async () => {
    const request: WalletRequest = {
      _tag: "Calls",
      calls: [
        approval(5n),
        approval(maxUint256),
        approval(maxUint160),
        { to: spender, value: 1n, data: "0x" },
      ],
    }
    const calls = [done(word(9n)), done(), done(), done(), done("0x", "0x0"), done(word(9n))]
    const explained = await explaining(request, { eth_simulateV1: [{ calls }] })
    expect(explained.calls).toHaveLength(4)
    expect(explained.dangers).toEqual([unlimited, { _tag: "Fails", text: "" }])
    expect(explained.trial).toEqual({ _tag: "Reverts", at: 3, text: "" })
  })
})

describe("makeExplain of a batch", () => {
  it("warns of a withdrawal to another account by a later call", async () => {
    const withdraw = parseAbi(["function withdraw(address,uint256,address)"])
    const paying = async (to: `0x${string}`) => {
      const data = encodeFunctionData({ abi: withdraw, args: [token, 5n, to] })
      const calls = [approval(5n), { to: spender, value: 0n, data }] as const
      return (await explaining({ _tag: "Calls", calls })).dangers
    }
    expect(await paying(spender)).toContainEqual({ _tag: "Giveaway" })
    expect(await paying(from)).not.toContainEqual({ _tag: "Giveaway" })
  })

  it("warns of a handover by a later call", async () => {
    const transferOwnership = parseAbi(["function transferOwnership(address)"])
    const data = encodeFunctionData({ abi: transferOwnership, args: [spender] })
    const calls = [approval(5n), { to: token, value: 0n, data }] as const
    const { dangers } = await explaining({ _tag: "Calls", calls })
    expect(dangers).toContainEqual({ _tag: "Handover", account: token, to: spender })
  })
})

describe("makeExplain of a swap", () => {
  const coin = "0x5F6BAaEB5b7c97725f84D1569c4abc85135f4716"
  const abi = parseAbi(["function swapExactTokensForTokens(uint256,uint256,address[],address,uint256)"])
  const swap = (least: bigint, to: `0x${string}` = from) => ({
    to: spender,
    value: 0n,
    data: encodeFunctionData({
      abi,
      functionName: "swapExactTokensForTokens",
      args: [10n ** 6n, least, [coin, token], to, 9n],
    }),
  })

  const payment = (units: bigint) => ({
    to: token,
    value: 0n,
    data: encodeFunctionData({
      abi: parseAbi(["function transfer(address,uint256)"]),
      args: [spender, units],
    }),
  })

  it.each<[string, ReturnType<typeof swap>, readonly object[]]>([
    ["next to nothing in return", swap(99n), [{ _tag: "Giveaway" }]],
    ["a return to another account", swap(10_000n, spender), [{ _tag: "Giveaway" }]],
    ["nothing", swap(10_000n), []],
  ])("warns of %s by a later call of a batch", async (_, call, giveaway) => {
    const { dangers } = await explaining({ _tag: "Calls", calls: [approval(5n), call] })
    expect(dangers.filter(({ _tag }) => _tag === "Giveaway")).toEqual(giveaway)
  })

  it.each([
    [20_001n, [{ _tag: "Giveaway" }]],
    [20_000n, []],
  ])("compares its minimum of 10,000 with the %s that a node expects", async (gain, giveaway) => {
    const reads = [done(word(9n)), done(word(9n))]
    const calls = [...reads, done(), done(word(9n)), done(word(9n + gain))]
    const request: WalletRequest = { _tag: "Calls", calls: [swap(10_000n)] }
    const { dangers } = await explaining(request, { eth_simulateV1: [{ calls }] }, [token])
    expect(dangers.filter(({ _tag }) => _tag === "Giveaway")).toEqual(giveaway)
  })

  it.each([
    ["less arrives than a swap promises", { ...swap(10_000n), to: exchange }, 9_999n, [{ _tag: "Giveaway" }]],
    ["as much arrives", { ...swap(10_000n), to: exchange }, 10_000n, []],
    ["more leaves than an approval names", approval(5n), -1_000n, [{ _tag: "Giveaway" }]],
    ["an approval moves what it names", approval(1_000n), -1_000n, [{ _tag: "Giveaway" }]],
    ["no more leaves than a payment names", payment(1_000n), -1_000n, []],
  ])("compares the words with what a node expects: %s", async (_, call, gain, giveaway) => {
    const reads = (units: bigint) => [done(word(9n)), done(word(units))]
    const calls = [...reads(5_000n), done(), ...reads(5_000n + gain)]
    const request: WalletRequest = { _tag: "Calls", calls: [call] }
    const { dangers } = await explaining(request, { eth_simulateV1: [{ calls }] }, [token])
    expect(dangers.filter(({ _tag }) => _tag === "Giveaway")).toEqual(giveaway)
  })

  it("warns of an approval that only its simulation shows", async () => {
    const approved = {
      address: token,
      topics: [toEventSelector("Approval(address,address,uint256)"), ...[from, spender].map(toAddressWord)],
      data: word(maxUint256),
    }
    const calls = [done(word(9n)), { ...done(), logs: [approved] }, done(word(9n))]
    const request: WalletRequest = { _tag: "Calls", calls: [swap(10_000n)] }
    const { dangers } = await explaining(request, { eth_simulateV1: [{ calls }] })
    expect(dangers).toContainEqual(expect.objectContaining({ _tag: "UnlimitedApproval", symbol: "mUSD" }))
  })
})

const uint = "uint256"
const domainTypes = [
  { name: "name", type: "string" },
  { name: "chainId", type: uint },
  { name: "verifyingContract", type: "address" },
]
const permit = (value: unknown, domain: object = {}, types: object = {}) => ({
  types: {
    EIP712Domain: domainTypes,
    Permit: [
      { name: "owner", type: "address" },
      { name: "spender", type: "address" },
      { name: "value", type: uint },
      { name: "nonce", type: uint },
      { name: "deadline", type: uint },
    ],
    ...types,
  },
  primaryType: "Permit",
  domain: { name: "Mock USD", chainId: 1, verifyingContract: token, ...domain },
  message: { owner: from, spender, value, nonce: "0", deadline: "9" },
})
const typed = (data: unknown): WalletRequest => ({
  _tag: "TypedData",
  typedData: typeof data === "string" ? data : JSON.stringify(data),
})

describe("makeExplain of typed data", () => {
  it("warns of an unlimited approval", async () => {
    const { calls, dangers, trial } = await explaining(typed(permit(`${maxUint256}`)))
    expect(dangers).toEqual([unlimited])
    expect(trial).toBeNull()
    expect(calls).toHaveLength(1)
    expect((await explaining(typed(permit("5")))).dangers).toEqual([])
  })

  it.each([[1], ["1"], ["0x1"], ["0x01"]])("accepts the chain in use as %j", async (chainId) => {
    expect((await explaining(typed(permit("5", { chainId })))).dangers).toEqual([])
  })

  it.each([
    [10, "10"],
    ["0xa", "10"],
    ["10", "10"],
    ["115792089237316195423570985008687907853269984665640564039457584007913129639935", `${maxUint256}`],
    ["one", "one"],
    [null, ""],
    [undefined, ""],
  ])("warns of another chain for %j", async (chainId, said) => {
    expect((await explaining(typed(permit("5", { chainId })))).dangers).toContainEqual({
      _tag: "OtherChain",
      said,
    })
  })

  it("warns of any chain when the types leave the chain unsigned", async () => {
    const types = { EIP712Domain: domainTypes.filter(({ name }) => name !== "chainId") }
    expect((await explaining(typed(permit("5", {}, types)))).dangers).toEqual([
      { _tag: "OtherChain", said: "" },
      { _tag: "Blind" },
    ])
  })

  it.each([
    ["a value", { message: { text: "hel\u{e0041}lo" } }],
    ["the name of the domain", { domain: { name: "Guest\u200bbook" } }],
    ["a member that is not signed", { message: { text: "hello", "un\u202eseen": "" } }],
  ])("warns of hidden characters in %s of typed data", async (_, change) => {
    const types = {
      EIP712Domain: [{ name: "name", type: "string" }],
      Entry: [{ name: "text", type: "string" }],
    }
    const data = { primaryType: "Entry", types, domain: { name: "Guestbook" }, message: { text: "hello" } }
    expect((await explaining(typed(data))).dangers).not.toContainEqual({ _tag: "HiddenCharacters" })
    expect((await explaining(typed({ ...data, ...change }))).dangers).toContainEqual({
      _tag: "HiddenCharacters",
    })
  })

  it("requires no chain without a verifying contract", async () => {
    const domain = { name: "Guestbook", chainId: undefined, verifyingContract: undefined }
    const types = {
      EIP712Domain: [{ name: "name", type: "string" }],
      Permit: [{ name: "text", type: "string" }],
    }
    const data = { ...permit("5", domain, types), message: { text: "hello" } }
    expect((await explaining(typed(data))).dangers).toEqual([{ _tag: "Blind" }])
  })

  it("lists the signed fields of typed data that no descriptor reads", async () => {
    const types = {
      EIP712Domain: [{ name: "name", type: "string" }],
      Entry: [
        { name: "text", type: "string" },
        { name: "to", type: "address[]" },
        { name: "inner", type: "Inner" },
        { name: "none", type: "bytes[]" },
      ],
      Inner: [{ name: "count", type: "uint256" }],
    }
    const typedData = {
      primaryType: "Entry",
      types,
      domain: { name: "Guestbook" },
      message: { text: "hel\u202elo", to: [from], inner: { count: 7 }, none: [], unsigned: "reassuring" },
    }
    const { calls, dangers } = await explaining(typed(typedData))
    expect(calls[0]).toMatchObject({ intent: null })
    expect(calls[0].fields.map(({ label, text }) => `${label}: ${text}`)).toEqual([
      "text: hel[U+202E]lo",
      `to[0]: ${from}`,
      "inner.count: 7",
      "none: []",
    ])
    expect(dangers).toEqual([{ _tag: "Blind" }, { _tag: "HiddenCharacters" }])
  })

  it("warns Blind for a user operation, because it may contain any call", async () => {
    for (const verifyingContract of [
      "0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108",
      "0x0000000071727de22e5e9d8baf0edac6f37da032",
    ])
      expect((await explaining(typed(permit("5", { verifyingContract })))).dangers).toContainEqual({
        _tag: "Blind",
      })
  })

  it("warns when the verifying contract is not a contract of this network", async () => {
    expect((await explaining(typed(permit("5")), { eth_getCode: "0x" })).dangers).toEqual([
      // The spender has no code either.
      { _tag: "LargeApproval", taking: "much", token, symbol: "mUSD", spender },
      { _tag: "OtherContract", contract: token },
    ])
    const [danger] = (await explaining(typed(permit("5", { verifyingContract: "bank\u202e" })))).dangers
    expect(danger).toEqual({ _tag: "OtherContract", contract: "bank" })
    const [nameless] = (await explaining(typed(permit("5", { verifyingContract: "" })))).dangers
    expect(nameless).toEqual({ _tag: "OtherContract", contract: "unknown" })
  })

  it("warns when the verifying contract cannot be fetched", async () => {
    const away = new ScriptedRejection({ _tag: "Unreachable", detail: "offline" })
    expect((await explaining(typed(permit("5")), { eth_getCode: away })).dangers).toEqual([
      { _tag: "LargeApproval", taking: "much", token, symbol: "mUSD", spender },
      { _tag: "Untried" },
    ])
  })

  it.each([[""], ["hello"], ["{}"], ['{"types":{},"primaryType":"A","domain":{},"message":{}}']])(
    "warns Blind for the invalid typed data %j",
    async (text) => {
      const { calls, dangers, trial } = await explaining(typed(text))
      expect(dangers).toEqual([{ _tag: "Blind" }])
      expect(trial).toBeNull()
      expect(calls).toEqual([expect.objectContaining({ intent: null, digest: keccak256(stringToHex(text)) })])
    },
  )

  it("warns Blind when values do not match their types", async () => {
    expect((await explaining(typed(permit("lots")))).dangers).toContainEqual({ _tag: "Blind" })
  })

  it("warns Blind when the data is nested too deeply", async () => {
    const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`
    const types = { Permit: [{ name: "deep", type: `uint256${"[]".repeat(20_000)}` }] }
    const text = JSON.stringify({ ...permit("5", {}, types), message: {} }).replace(
      '"message":{}',
      `"message":{"deep":${deep}}`,
    )
    expect((await explaining(typed(text))).dangers).toEqual([{ _tag: "Blind" }])
    const nested = JSON.stringify(permit("5")).replace('"nonce":"0"', `"nonce":${deep}`)
    expect((await explaining(typed(nested))).dangers).toContainEqual({ _tag: "Blind" })
    const itself = {
      Permit: [
        { name: "spender", type: "address" },
        { name: "next", type: "Permit[]" },
      ],
    }
    const chain = `${'{"next":['.repeat(5_000)}${"]}".repeat(5_000)}`
    const chained = JSON.stringify({ ...permit("5", {}, itself), message: {} }).replace(
      '"message":{}',
      `"message":${chain}`,
    )
    expect((await explaining(typed(chained))).dangers).toContainEqual({ _tag: "Blind" })
  })

  it("explains corrupted typed data", async () => {
    const text = JSON.stringify(permit(`${maxUint256}`))
    await fc.assert(
      fc.asyncProperty(
        fc.nat(text.length),
        fc.nat(20),
        fc.string({ maxLength: 8 }),
        async (at, gone, put) => {
          const { calls } = await explaining(typed(text.slice(0, at) + put + text.slice(at + gone)))
          expect(calls[0].digest).toMatch(/^0x[0-9a-f]{64}$/)
        },
      ),
    )
  })
})

describe("makeExplain of a message", () => {
  it.each<[string, readonly string[]]>([
    ["Sign in to Example\r\n\tNonce: 5", []],
    ["می‌خواهم وارد شوم 👩‍🌾", []],
    ["", []],
    ["0x", []],
    ["0x00ff", ["Blind"]],
    [`0x${"5e".repeat(32)}`, ["Blind"]],
    ["Nonce \u0000\u001b[2K", ["Blind"]],
  ])("explains %j, and warns Blind when it is unreadable", async (message, blind) => {
    const { calls, dangers, trial } = await explaining({ _tag: "Message", message })
    expect([dangers.map(({ _tag }) => _tag), trial]).toEqual([blind, null])
    expect(calls).toEqual([
      expect.objectContaining({
        digest: hashMessage(message),
        fields: [{ label: "Message", text: drawText(message, 100), value: { _tag: "Text" } }],
      }),
    ])
  })

  it("warns Blind for a text as long as a digest", async () => {
    const message = "q;K2#~ x9Lw!e)Vb0^zT7uP?m<Rd5@ Gh"
    const blindOf = async (text: string) => (await explaining({ _tag: "Message", message: text })).dangers
    expect(await blindOf(message.slice(0, 32))).toEqual([{ _tag: "Blind" }])
    expect(await blindOf(message)).toEqual([])
  })

  it("warns Blind when it is longer than a user is expected to read", async () => {
    const message = `Sign in${" ".repeat(10_000)}and give all away`
    expect((await explaining({ _tag: "Message", message })).dangers).toEqual([
      { _tag: "Blind" },
      { _tag: "Long", lines: 127 },
    ])
  })

  it("warns Blind for an unknown method", async () => {
    const params = `["${from}","0x12"]`
    expect(await explaining({ _tag: "Other", method: "eth_sign", params })).toMatchObject({
      calls: [{ intent: null, digest: keccak256(stringToHex(params)) }],
      dangers: [{ _tag: "Blind" }],
      trial: null,
    })
  })
})

describe("digest of typed data", () => {
  it("equals the signed digest", async () => {
    const [explanation] = (await explaining(typed(permit("5")))).calls
    const { domain, types } = permit("5")
    expect(explanation.digest).toBe(
      hashTypedData({
        types: { Permit: types.Permit },
        primaryType: "Permit",
        domain: { name: domain.name, chainId: 1, verifyingContract: token },
        message: { owner: from, spender, value: 5n, nonce: 0n, deadline: 9n },
      }),
    )
  })
})
