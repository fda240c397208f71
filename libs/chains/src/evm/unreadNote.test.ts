import type { Rpc } from "@wmodal/protocol"
import { mainnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { WalletCall } from "../contract/WalletCalls.ts"
import { makeScriptedRpc } from "../testing/scriptedRpc.ts"
import { answerSimulation, type SimulatedRecord, stillRecord } from "../testing/simulatedAnswers.ts"
import { makeExplain } from "./makeExplain.ts"

const me = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const other = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
const shop = "0x5fbdb2315678afecb367f032d93f642f64180aa3"
const token = "0x8bbc3514477d75ec797bbe4e19d7961660bb849c"
const thief = "0x9f2de1c0a7c3d0a6a1e1f0f1cb4c6d1e8a7b0c11"
const usdc = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"
const permit2 = "0x000000000022d473030f116ddee9f6b43ac78ba3"
const hash = "c5".repeat(32)
const ether = 10n ** 18n

const word = (value: bigint | string | number) => BigInt(value).toString(16).padStart(64, "0")
const topic = (value: bigint | string | number) => `0x${word(value)}`
const transfer = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"
const approval = "0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925"
const ownership = "0x8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0"
/** `TransferSingle` of ERC-1155. */
const single = "0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62"
const custom = `0x${"d1".repeat(32)}`

type Log = SimulatedRecord["call"]["logs"][number]
const log = (topics: readonly string[], data = "0x", address = shop): Log => ({
  address,
  topics: [...topics],
  data,
})

interface World {
  readonly calls?: readonly [WalletCall, ...WalletCall[]]
  readonly arrives?: bigint
  readonly logs?: readonly Log[]
  readonly status?: string
  /** What contracts answer, by `address selector`. */
  readonly answers?: Readonly<Record<string, string>>
  /** What the account itself runs. */
  readonly code?: string
  /** A method that no node answers. */
  readonly silent?: string
  readonly own?: readonly string[]
  readonly tokens?: readonly string[]
  /** Whether tokens do not say what the account has. */
  readonly shy?: boolean
  /** Whether the node does not report transfers of the native currency. */
  readonly untraced?: boolean
  /** Whether the node leaves out the list of events where it is empty, or where it has none. */
  readonly eventless?: boolean
  /** US dollars of one ETH. */
  readonly price?: number | null
  readonly chainId?: string
  /** What a second node expects to happen. */
  readonly second?: readonly Log[]
}

const call = (data = "0x4e71d92d", value = 0n, to = shop): WalletCall => ({ to, value, data })

const withoutLists = (eventless: boolean | undefined, answer: unknown): unknown =>
  eventless
    ? JSON.parse(
        JSON.stringify(answer, (key, value) => (key === "logs" && value.length === 0 ? undefined : value)),
      )
    : answer

const makeNode = (world: World, logs: readonly Log[]): Rpc => {
  const { answers = {}, arrives = 0n, code = "0x", silent, status = "0x1" } = world
  const done = { ...stillRecord.call, status, gasUsed: "0x5208", logs: [...logs] }
  return makeScriptedRpc((method, [first]) => {
    if (method === silent) return undefined
    const { data = "", to = "" } = Object(first)
    switch (method) {
      case "eth_getCode":
        return String(first).toLowerCase() === me.toLowerCase() ? code : "0x60"
      case "eth_gasPrice":
        return "0x3b9aca00"
      case "eth_getBlockByNumber":
        return { number: "0x1", timestamp: "0xa", baseFeePerGas: "0x3b9aca00" }
      case "eth_simulateV1":
        return withoutLists(
          world.eventless,
          answerSimulation(first, me, {
            answers: {},
            arrives: `${arrives}`,
            call: done,
            isShy: world.shy,
            isUntraced: world.untraced,
          }),
        )
      case "eth_call":
        return answers[`${String(to).toLowerCase()} ${String(data).slice(0, 10)}`] ?? "0x"
      default:
        return undefined
    }
  }).rpc
}

const explain = makeExplain([])

const review = async (world: World) => {
  const { calls = [call()], chainId, own = [], price = null, second, tokens = [] } = world
  const rpc = makeNode(world, world.logs ?? [])
  const [only, ...others] = calls
  const transaction = {
    to: only.to === "" ? null : only.to,
    value: `0x${only.value.toString(16)}`,
    data: only.data,
    ...(chainId !== undefined && { chainId }),
  }
  const reviewed = await Effect.runPromise(
    explain({
      network,
      rpc: second === undefined ? rpc : { ...rpc, second: Effect.succeed(makeNode(world, second)) },
      from: me,
      own,
      request: others.length === 0 ? { _tag: "Transaction", transaction } : { _tag: "Calls", calls },
      tokens,
      nameOf: () => null,
      priceOf: (asked) => (asked === null ? price : null),
    }),
  )
  return { notes: reviewed.notes ?? [], tags: reviewed.dangers.map(({ _tag }) => _tag) }
}

const incoming = log([transfer, topic(other), topic(me)], topic(5n), token)
const minted = log([transfer, topic(0), topic(me), topic(7)])
const currency = `0x${"ee".repeat(20)}`
const many: readonly [WalletCall, ...WalletCall[]] = [
  call(),
  ...Array.from({ length: 10 }, (_, at) => call("0x4e71d92d", 0n, `${thief.slice(0, -2)}${10 + at}`)),
]
const sent = -ether / 1_000n

describe("makeExplain of a call that cannot be read", () => {
  it.each<readonly [string, World] | readonly [string, World, bigint]>([
    ["nothing happens", {}],
    [
      "a contract pays the account",
      { logs: [log([transfer, topic(shop), topic(me)], topic(ether), currency)] },
    ],
    ["it names numbers, a hash and the account", { calls: [call(`0x2e7ba6ef${word(3)}${word(me)}${hash}`)] }],
    ["a token arrives from anybody", { logs: [incoming] }],
    ["a collectible is made for the account", { logs: [minted] }],
    ["an event names the account alone", { logs: [log([custom, topic(me)], topic(25n * ether))] }],
    ["a contract is created, which names others", { calls: [call(`0x60${thief.slice(2)}`, 0n, "")] }],
    [
      "a contract is created, which gets an owner",
      { calls: [call("0x6000", 0n, "")], logs: [log([ownership, topic(0), topic(me)])] },
    ],
    ["a contract of the account pays it", { arrives: ether, answers: { [`${shop} 0x8da5cb5b`]: topic(me) } }],
    [
      "it carries next to nothing",
      { calls: [call("0x4e71d92d", ether / 20_000n)], arrives: -ether / 20_000n },
      ether / 20_000n,
    ],
    [
      "it carries less than 50 dollars",
      { calls: [call("0x4e71d92d", -sent)], arrives: sent, price: 3_000 },
      -sent,
    ],
    ["two nodes expect the same", { logs: [minted], second: [minted] }],
    [
      "a contract that keeps something for the account is told of nobody but the account",
      { calls: [call(`0x5c19a95c${word(me)}`)], answers: { [`${shop} 0x70a08231`]: topic(1) } },
    ],
    ["a payment is next to it", { calls: [call("0x", ether, other), call()], arrives: -ether }, ether],
  ])("notes it without an act when %s", async (_said, world, value = 0n) => {
    expect(await review(world)).toEqual({ tags: [], notes: [{ _tag: "Unread", value }] })
  })

  it.each<readonly [string, World]>([
    ["it carries 5 ETH", { calls: [call("0x4e71d92d", 5n * ether)], arrives: -5n * ether, price: 3_000 }],
    [
      "it carries 5 ETH, and more is expected to arrive",
      { calls: [call("0x4e71d92d", 5n * ether)], arrives: ether, price: 3_000 },
    ],
    [
      "it carries 5 ETH, and a token is expected to arrive",
      { calls: [call("0x4e71d92d", 5n * ether)], logs: [incoming], price: 3_000 },
    ],
    ["it carries 0.001 ETH without a price", { calls: [call("0x4e71d92d", -sent)], arrives: sent }],
    [
      "two calls carry too much together",
      {
        calls: [call("0x4e71d92d", ether / 100n), call("0x4e71d92e", ether / 100n)],
        arrives: -ether / 50n,
        price: 3_000,
      },
    ],
    [
      "more than a tenth of what the account has is sent",
      { calls: [call("0x4e71d92d", 2n * 10n ** 21n)], arrives: -2n * 10n ** 21n, price: 1e-3 },
    ],
    [
      "a created contract is sent 5 ETH",
      { calls: [call("0x6000", 5n * ether, "")], arrives: -5n * ether, price: 3_000 },
    ],
    ["more leaves than it says", { calls: [call("0x4e71d92d", -sent)], arrives: 2n * sent, price: 3_000 }],
    ["a token leaves", { logs: [log([transfer, topic(me), topic(shop)], topic(5n), token)] }],
    ["a token leaves to nobody", { logs: [log([transfer, topic(me), topic(0)], topic(5n), token)] }],
    ["a collectible leaves", { logs: [log([transfer, topic(me), topic(shop), topic(7)], "0x", token)] }],
    ["a spender is allowed", { logs: [log([approval, topic(me), topic(shop)], topic(5n), token)] }],
    ["a token may spend itself", { logs: [log([approval, topic(me), topic(token)], topic(5n), token)] }],
    [
      "another account of the wallet becomes an operator",
      { own: [other], calls: [call(`0x959b8c3f${word(other)}`)] },
    ],
    [
      "a collectible of many is burned",
      { logs: [log([single, topic(me), topic(me), topic(0)], `${topic(7)}${word(1)}`, token)] },
    ],
    ["control is handed over", { logs: [log([ownership, topic(me), topic(0)])] }],
    ["an event names another", { logs: [log([custom, topic(me)], topic(thief))] }],
    [
      "money of the contract goes to another",
      { logs: [log([transfer, topic(shop), topic(thief)], topic(5n), token)] },
    ],
    [
      "an event repeats the hash",
      { calls: [call(`0xd4d9bdcd${hash}`)], logs: [log([custom, `0x${hash}`, topic(me)])] },
    ],
    ["an event is not made of words", { logs: [log([custom, topic(me)], "0x1234")] }],
    ["it names another", { calls: [call(`0x12345678${word(thief)}`)] }],
    [
      "a call in it names another",
      { calls: [call(`0x12345678${word(32)}${word(36)}095ea7b3${word(thief)}${"0".repeat(56)}`)] },
    ],
    ["packed bytes name another", { calls: [call(`0x12345678${thief.slice(2)}${"0".repeat(24)}`)] }],
    ["it has no selector", { calls: [call("0x4e")] }],
    ["it is not made of words", { calls: [call(`0x12345678${hash}00`)] }],
    ["it reverts", { status: "0x0" }],
    ["no node simulates", { silent: "eth_simulateV1" }],
    ["no node knows the block", { silent: "eth_getBlockByNumber" }],
    ["no node says what the account runs", { silent: "eth_getCode" }],
    ["no node answers for contracts", { silent: "eth_call" }],
    ["two nodes disagree", { logs: [minted], second: [] }],
    ["it is for another chain", { chainId: "0x89" }],
    ["the account runs code", { code: `0xef0100${thief.slice(2)}` }],
    ["the account itself is called", { calls: [call("0x4e71d92d", 0n, me)] }],
    ["another account of the wallet is called", { own: [shop] }],
    ["the contract may take a token already", { answers: { [`${usdc} 0xdd62ed3e`]: topic(1) } }],
    ["the contract may take a token by Permit2", { answers: { [`${permit2} 0x927da105`]: topic(1) } }],
    [
      "the contract may take a token of the account already",
      { tokens: [token], answers: { [`${token} 0x70a08231`]: topic(1), [`${token} 0xdd62ed3e`]: topic(1) } },
    ],
    [
      "a contract pays another",
      { logs: [log([transfer, topic(shop), topic(thief)], topic(ether), currency)] },
    ],
    ["the node does not report who is paid", { untraced: true }],
    ["no node says whether there are events", { eventless: true }],
    ["more contracts are called than are asked about", { calls: many }],
    ["a token does not say its balance", { tokens: [token], shy: true }],
    [
      "the contract keeps something for the account, and pays it",
      { arrives: ether, answers: { [`${shop} 0x70a08231`]: topic(1) } },
    ],
    [
      "a contract that keeps something for the account is told a number",
      { calls: [call(`0x5c19a95c${word(me)}${word(0)}`)], answers: { [`${shop} 0x70a08231`]: topic(1) } },
    ],
    [
      "a contract that keeps something for the account is told of it, and of a number by another call",
      {
        calls: [call(`0x5c19a95c${word(me)}`), call(`0x5c19a95c${word(0)}`)],
        answers: { [`${shop} 0x70a08231`]: topic(1) },
      },
    ],
    ["the account owns the contract", { answers: { [`${shop} 0x8da5cb5b`]: topic(me) } }],
    ["the account is its admin", { answers: { [`${shop} 0xf851a440`]: topic(me) } }],
    ["the account is an owner of a Safe", { answers: { [`${shop} 0x2f54bf6e`]: topic(1) } }],
    ["the account has its main role", { answers: { [`${shop} 0x91d14854`]: topic(1) } }],
    [
      "one of two calls of an owner pays",
      { calls: [call(), call("0x4e71d92e")], arrives: ether, answers: { [`${shop} 0x8da5cb5b`]: topic(me) } },
    ],
  ])("takes an act when %s", async (_, world) => {
    const { notes, tags } = await review(world)
    expect(notes).toEqual([])
    expect(tags).toContain("Unread")
  })
})

describe("makeExplain of any world", () => {
  const party = fc.constantFrom(me, other, thief, shop, "0x0000000000000000000000000000000000000000")
  const amount = fc.oneof(fc.constant(0n), fc.bigInt(1n, 10n ** 21n))
  const events = fc.array(
    fc.oneof(
      fc.tuple(fc.constant(transfer), party, party, amount),
      fc.tuple(fc.constantFrom(approval, ownership, custom), party, party, amount),
    ),
    { maxLength: 3 },
  )
  const worlds = fc.record({
    events,
    value: fc.oneof(fc.constant(0n), fc.bigInt(1n, 10n ** 19n)),
    arrives: fc.oneof(fc.constant(0n), fc.bigInt(-(10n ** 19n), 10n ** 19n)),
    argument: fc.oneof(fc.constant(""), party.map(word), fc.constant(hash), fc.nat().map(word)),
    status: fc.constantFrom("0x1", "0x1", "0x1", "0x0"),
    silent: fc.constantFrom("", "", "", "eth_simulateV1", "eth_getCode", "eth_call", "eth_gasPrice"),
    price: fc.constantFrom(null, 3_000),
  })

  type AnyWorld = Parameters<Parameters<typeof worlds.filter>[0]>[0]

  /** Returns why a world must not have a note. */
  const findHarm = ({ argument, arrives, events: all, price, silent, status, value }: AnyWorld) => [
    ...(status === "0x1" ? [] : ["it reverts"]),
    ...(silent === "" ? [] : ["a node is silent"]),
    ...(-arrives <= value ? [] : ["more leaves than is said"]),
    ...(Number(value) / 1e18 < (price === null ? 1e-4 : 50 / price) ? [] : ["the value is not small"]),
    ...(argument === word(thief) ? ["it names another"] : []),
    ...all.flatMap(([event, from, to, units]) => [
      ...(event === transfer && from === me && to !== me ? ["a token leaves"] : []),
      ...(event === approval && from === me && to !== me && BigInt(to) !== 0n && units > 0n
        ? ["a spender is allowed"]
        : []),
      ...(event === ownership && from === me && to !== me ? ["control is handed over"] : []),
      ...((event !== transfer || to !== me) && (from === thief || to === thief)
        ? ["an event names another"]
        : []),
    ]),
  ]

  it("notes only that nothing leaves beyond a small value, nothing is allowed, and no node is silent", async () => {
    let noted = 0
    await fc.assert(
      fc.asyncProperty(worlds, async (world) => {
        const { argument, arrives, price, silent, status, value } = world
        const logs = world.events.map(([event, from, to, units]) =>
          log([event, topic(from), topic(to)], topic(units), token),
        )
        const calls = [call(`0x4e71d92d${argument}`, value)] as const
        const { notes, tags } = await review({ calls, arrives, logs, status, silent, price })
        noted += notes.length
        expect([notes.length > 0, tags.includes("Unread")]).toEqual([tags.length === 0, notes.length === 0])
        expect(notes.length > 0 ? findHarm(world) : []).toEqual([])
      }),
      { seed: 34, numRuns: 2_000 },
    )
    expect(noted).toBeGreaterThan(50)
  }, 60_000)
})
