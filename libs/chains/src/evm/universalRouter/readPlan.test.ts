import { concatHex, slice } from "viem"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { readData } from "../../testing/record.ts"
import {
  all,
  check,
  encodePlan,
  manyIn,
  manyOut,
  native,
  oneIn,
  oneOut,
  type PlanCommand,
  pairIn,
  pairOut,
  pay,
  permit,
  permits,
  poolIn,
  poolOut,
  pools,
  portion,
  pull,
  pulls,
  router,
  self,
  sender,
  settle,
  settleAll,
  subPlan,
  sweep,
  take,
  takeAll,
  takePortion,
  unwrap,
  wrap,
} from "../../testing/routerPlans.ts"
import { isPlanCall, readPlan } from "./readPlan.ts"

const me = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const thief = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
const usdc = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
const dai = "0x6B175474E89094C44Da98b954EedeAC495271d0F"
const weth = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"
const hook = "0x00000000000000000000000000000000000000cc"
const dollars = 5_000n * 10n ** 6n
const ether = 10n ** 18n

const read = (commands: readonly PlanCommand[], value = 0n, to: string = router) =>
  readPlan({ to, value, data: encodePlan(commands) }, { chainId: 1n, from: me })
const token = (address: string, units: bigint) => ({ asset: { _tag: "Token", token: address }, units })
const ethers = (units: bigint) => ({ asset: { _tag: "Native" }, units })
const dollarsForEther = [{ gives: [token(usdc, dollars)], gets: [token(weth, ether)] }]
const etherForDollars = [{ gives: [ethers(ether)], gets: [token(usdc, dollars)] }]

type Case = readonly [name: string, commands: readonly PlanCommand[], value?: bigint]
const toRows = (cases: readonly Case[]) =>
  cases.map(([name, commands, value = 0n]) => ({ name, commands, value }))

const ofDollars: readonly Case[] = [
  ["one pool", [poolIn(sender, dollars, ether, [usdc, weth])]],
  ["a path of pools", [poolIn(me, dollars, ether, [usdc, dai, weth])]],
  ["a path of pairs", [pairIn(sender, dollars, ether, [usdc, dai, weth])]],
  ["an exact output of pools", [poolOut(sender, ether, dollars, [usdc, dai, weth])]],
  ["an exact output of pairs", [pairOut(sender, ether, dollars, [usdc, weth])]],
  [
    "a permit and a swap",
    [permit(usdc, router, dollars), poolIn(sender, dollars, ether, [usdc, weth]), check(me, weth, ether)],
  ],
  ["what the router sweeps at least", [poolIn(self, dollars, 0n, [usdc, weth]), sweep(weth, sender, ether)]],
  [
    "a route in two parts",
    [
      poolIn(self, dollars / 2n, 0n, [usdc, weth]),
      pairIn(self, dollars / 2n, 0n, [usdc, weth]),
      sweep(weth, sender, ether),
    ],
  ],
  [
    "tokens that the router takes first",
    [pull(usdc, self, dollars), poolIn(sender, all, ether, [usdc, weth], false)],
  ],
  [
    "a list of what it takes",
    [pulls(me, usdc, router, dollars), pairIn(me, all, ether, [usdc, weth], false)],
  ],
  ["a plan within", [subPlan([subPlan([poolIn(sender, dollars, ether, [usdc, weth])])])]],
  [
    "pools of version 4",
    [pools(oneIn(usdc, weth, dollars, ether), settleAll(usdc, dollars), takeAll(weth, ether))],
  ],
  [
    "a path of version 4",
    [pools(manyIn([usdc, dai, weth], dollars, ether), settle(usdc, 0n, true), take(weth, sender, 0n))],
  ],
  [
    "an exact output of version 4",
    [pools(oneOut(usdc, weth, ether, dollars), settleAll(usdc, dollars), takeAll(weth, ether))],
  ],
  [
    "an exact output on a path of version 4",
    [pools(manyOut([usdc, dai, weth], ether, dollars), settle(usdc, 0n, true), take(weth, me, ether))],
  ],
  [
    "an exact output of pairs that pass on all that they get",
    [pairOut(sender, ether, dollars, [usdc, dai, weth])],
  ],
  [
    "an exact output with a hook, of which the amount is taken",
    [pools(oneOut(usdc, weth, ether, dollars, hook), settleAll(usdc, dollars), take(weth, sender, ether))],
  ],
]

const ofEther: readonly Case[] = [
  ["wrapped first", [wrap(self, ether), poolIn(sender, ether, dollars, [weth, usdc], false)], ether],
  ["all wrapped", [wrap(self, all), pairIn(sender, all, dollars, [weth, usdc], false)], ether],
  [
    "with a refund",
    [wrap(self, ether), poolOut(sender, dollars, ether, [weth, usdc], false), unwrap(sender, 0n)],
    ether,
  ],
  [
    "in pools of version 4",
    [pools(oneIn(native, usdc, ether, dollars), settle(native, ether, false), takeAll(usdc, dollars))],
    ether,
  ],
  [
    "an exact output that the router pays in pools of version 4",
    [
      pools(oneOut(native, usdc, dollars, ether), settle(native, 0n, false), takeAll(usdc, dollars)),
      sweep(native, sender, 0n),
    ],
    ether,
  ],
  [
    "with more value, which is swept back",
    [wrap(self, ether), poolIn(sender, ether, dollars, [weth, usdc], false), sweep(native, sender, 0n)],
    2n * ether,
  ],
]

describe("readPlan of usual swaps", () => {
  it.each(toRows(ofDollars))("gives 5,000 USDC for at least 1 WETH by $name", ({ commands }) => {
    expect(read(commands)).toMatchObject({ trades: dollarsForEther, isGiveaway: false })
  })

  it.each(toRows(ofEther))("gives 1 ETH for at least 5,000 USDC, $name", ({ commands, value }) => {
    expect(read(commands, value)).toMatchObject({ trades: etherForDollars, isGiveaway: false })
  })

  it("unwraps what it bought", () => {
    const commands = [poolIn(self, dollars, 0n, [usdc, weth]), unwrap(sender, ether)]
    expect(read(commands)).toMatchObject({
      trades: [{ gives: [token(usdc, dollars)], gets: [ethers(ether)] }],
      isGiveaway: false,
    })
  })

  it("reads the form without a deadline, and what is after the arguments", () => {
    const data = `${encodePlan([poolIn(sender, dollars, ether, [usdc, weth])], null)}756e6978`
    expect(readPlan({ to: router, value: 0n, data }, { chainId: 1n, from: me })).toMatchObject({
      trades: dollarsForEther,
      deadline: null,
      rest: "756e6978",
    })
  })

  it("pays a fee of a tenth and not more", () => {
    const withFee = (bips: bigint) => [
      poolIn(self, dollars, 0n, [usdc, weth]),
      portion(weth, thief, bips),
      unwrap(sender, ether),
    ]
    expect(read(withFee(25n))).toMatchObject({ isGiveaway: false })
    expect(read(withFee(1_000n))).toMatchObject({ isGiveaway: false })
    expect(read(withFee(1_001n))).toMatchObject({ isGiveaway: true })
    const exact = (fee: bigint) => [
      poolOut(self, ether, dollars, [usdc, weth]),
      pay(weth, thief, fee),
      unwrap(sender, ether - fee),
    ]
    expect(read(exact(ether / 11n))).toMatchObject({ isGiveaway: false })
    expect(read(exact(ether / 11n + 1n))).toMatchObject({ isGiveaway: true })
    const inPools = (bips: bigint) => [
      pools(
        oneIn(usdc, weth, dollars, ether),
        settleAll(usdc, dollars),
        takePortion(weth, thief, bips),
        takeAll(weth, 0n),
      ),
    ]
    expect(read(inPools(100n))).toMatchObject({
      trades: [{ gets: [token(weth, (ether * 99n) / 100n)] }],
      isGiveaway: false,
    })
    expect(read(inPools(5_000n))).toMatchObject({ isGiveaway: true })
  })

  it("adds up the fees of several commands", () => {
    const portions = Array.from({ length: 20 }, () => portion(weth, thief, 600n))
    expect(
      read([poolIn(self, dollars, 0n, [usdc, weth]), ...portions, sweep(weth, sender, 1n)]),
    ).toMatchObject({
      isGiveaway: true,
    })
  })
})

const losing: readonly Case[] = [
  ["a swap pays another account", [poolIn(thief, dollars, ether, [usdc, weth])]],
  ["pairs pay another account", [pairIn(thief, dollars, ether, [usdc, weth])]],
  ["an exact output goes to another account", [poolOut(thief, ether, dollars, [usdc, weth])]],
  [
    "what is bought is swept to another account",
    [poolIn(self, dollars, 0n, [usdc, weth]), sweep(weth, thief, ether)],
  ],
  [
    "what is bought is unwrapped to another account",
    [poolIn(self, dollars, 0n, [usdc, weth]), unwrap(thief, ether)],
  ],
  [
    "all that the router has is paid to another account",
    [poolIn(self, dollars, ether, [usdc, weth]), pay(weth, thief, all)],
  ],
  ["the router takes tokens for another account", [pull(usdc, thief, dollars)]],
  ["the router takes a list for another account", [pulls(me, usdc, thief, dollars)]],
  ["no number stands for the account in a list", [pulls(me, usdc, sender, dollars)]],
  [
    "a plan within hides a transfer",
    [poolIn(sender, 1n, ether, [usdc, weth]), subPlan([pull(dai, thief, ether)])],
  ],
  ["the router keeps what is bought", [poolIn(self, dollars, ether, [usdc, weth])]],
  [
    "more is sent than is wrapped",
    [wrap(self, ether), poolIn(sender, ether, dollars, [weth, usdc], false)],
    10n * ether,
  ],
  ["the plan does nothing with what is sent", [], ether],
  ["another account gets the wrapped currency", [wrap(thief, ether)], ether],
  [
    "another account takes what pools owe",
    [pools(oneIn(usdc, weth, dollars, ether), settleAll(usdc, dollars), take(weth, thief, 0n))],
  ],
  [
    "an amount of what is given goes to another account",
    [wrap(self, ether), pay(weth, thief, 1n), poolIn(sender, all, dollars, [weth, usdc], false)],
    ether,
  ],
  [
    "a fee is small beside what is taken and given back",
    [
      ...Array.from({ length: 10 }, () => pull(usdc, me, dollars)),
      pull(usdc, thief, dollars),
      poolIn(sender, 1n, ether, [usdc, weth]),
    ],
  ],
  [
    "a fee is small beside the value that comes back",
    [
      sweep(native, sender, 50n * ether),
      pull(weth, thief, 5n * ether),
      poolIn(sender, 1n, ether, [usdc, thief]),
    ],
    50n * ether,
  ],
  [
    "a fee is small beside what may be paid at most",
    [pull(dai, thief, 5_000n * ether), poolOut(sender, ether, 60_000n * ether, [dai, weth])],
  ],
  [
    "the router keeps what a swap without a minimum brings",
    [poolIn(self, dollars, 0n, [usdc, weth]), poolIn(sender, dollars, ether, [usdc, thief])],
  ],
  [
    "the router keeps what an exact output does not spend",
    [wrap(self, ether), poolOut(sender, dollars, ether, [weth, usdc], false)],
    ether,
  ],
  [
    "the router keeps what an exact output of version 4 does not spend",
    [pools(oneOut(native, usdc, dollars, ether), settle(native, 0n, false), takeAll(usdc, dollars))],
    ether,
  ],
  [
    "the router keeps what a pool pays above the minimum",
    [
      pools(oneIn(usdc, weth, dollars, ether), settleAll(usdc, dollars), take(weth, self, 0n)),
      pay(weth, sender, ether),
    ],
  ],
  [
    "the router keeps a part of what a pool pays above the minimum",
    [
      pools(
        oneIn(usdc, weth, dollars, ether),
        settleAll(usdc, dollars),
        takePortion(weth, self, 5_000n),
        takeAll(weth, 0n),
      ),
      pay(weth, sender, ether / 2n),
    ],
  ],
  [
    "the router keeps what it unwraps of an unknown amount",
    [poolIn(self, dollars, ether, [usdc, weth]), unwrap(self, 0n), pay(native, sender, ether)],
  ],
  [
    "another account gets the output of pairs that pass on what they like",
    [pairOut(thief, 1n, dollars, [usdc, hook, weth]), poolIn(sender, 1n, ether, [usdc, weth])],
  ],
  [
    "the positive difference goes to another account",
    [poolIn(self, dollars, ether, [usdc, weth]), pay(weth, sender, ether), sweep(weth, thief, 0n)],
  ],
]

/** What MetaMask's test dApp sends to compare swaps, recorded in a browser. */
const Recorded = z.array(
  z.looseObject({
    id: z.string(),
    params: z.array(z.unknown()),
  }),
)
const Sent = z.tuple([z.looseObject({ to: z.string(), value: z.string(), data: z.string() })])

describe("readPlan of harmful calls", () => {
  it("finds the fee of a half and no minimum in a recorded call", () => {
    const recorded = Recorded.parse(readData("testDapp")).find(({ id }) => id === "swapComparisonSwapButton")
    const [{ data, to, value }] = Sent.parse(recorded?.params)
    const plan = readPlan({ to, data, value: BigInt(value) }, { chainId: 1n, from: me })
    expect(plan).toMatchObject({
      trades: [{ gives: [ethers(BigInt(value))], gets: [] }],
      isGiveaway: true,
      rest: "",
    })
    expect(plan?.effects[0].payments).toMatchObject([{ token: usdc.toLowerCase(), units: { bips: 5_000n } }])
  })

  it.each(toRows(losing))("finds that $name", ({ commands, value }) => {
    expect(read(commands, value)).toMatchObject({ isGiveaway: true })
  })

  it.each(
    toRows([
      ["a swap has no minimum", [poolIn(sender, dollars, 0n, [usdc, weth])]],
      [
        "pools have no minimum",
        [pools(oneIn(usdc, weth, dollars, 0n), settleAll(usdc, dollars), takeAll(weth, 0n))],
      ],
      [
        "an exact output of pairs passes a token that may keep it all",
        [pairOut(sender, ether, dollars, [usdc, hook, weth])],
      ],
      [
        "an exact output of pools is taken as far as there is any",
        [pools(oneOut(usdc, weth, ether, dollars), settleAll(usdc, dollars), take(weth, sender, 0n))],
      ],
    ]),
  )("returns nothing when $name", ({ commands }) => {
    expect(read(commands)?.trades).toEqual([{ gives: [token(usdc, dollars)], gets: [] }])
  })

  it("judges tokens apart that no swap joins", () => {
    const commands = [poolIn(sender, dollars, ether, [usdc, weth]), poolIn(sender, ether, 0n, [dai, thief])]
    expect(read(commands)?.trades).toEqual([...dollarsForEther, { gives: [token(dai, ether)], gets: [] }])
  })

  it("judges a plan that may fail both ways", () => {
    const commands = [
      pull(usdc, self, dollars),
      subPlan([poolIn(sender, all, ether, [usdc, weth], false)], true),
    ]
    expect(read(commands)).toMatchObject({
      trades: [...dollarsForEther, { gives: [token(usdc, dollars)], gets: [] }],
      isGiveaway: true,
    })
    expect(read([...commands, sweep(usdc, sender, 0n)])).toMatchObject({ isGiveaway: false })
  })

  it("lists every permit", () => {
    expect(read([permit(usdc, thief, 5n), permits([dai, weth], router, 7n)])?.permits).toMatchObject([
      { token: usdc, spender: thief, amount: 5n },
      { token: dai, spender: router, amount: 7n },
      { token: weth, spender: router, amount: 7n },
    ])
  })
})

const swap = poolIn(sender, dollars, ether, [usdc, weth])
const nested = (depth: number): PlanCommand => (depth === 0 ? swap : subPlan([nested(depth - 1)]))

describe("readPlan of what cannot be decoded", () => {
  it.each(
    toRows([
      ["a command that is unknown", [swap, [0x14, "0x"]]],
      ["a command of no meaning", [swap, [0x07, "0x"]]],
      ["the bit without a meaning", [[0x40, swap[1]]]],
      ["an input that is cut", [[0x00, slice(swap[1], 0, -32)]]],
      ["bytes after an input", [[0x00, `${swap[1]}${"0".repeat(64)}`]]],
      ["an empty input", [[0x00, "0x"]]],
      ["a path of one token", [poolIn(sender, dollars, ether, [usdc])]],
      ["what a pair already has", [pairIn(sender, 0n, ether, [usdc, weth])]],
      ["the router's balance that the account pays", [poolIn(sender, all, ether, [usdc, weth])]],
      ["an amount of the currency for all", [pay(native, sender, all)]],
      ["a part of more than all", [portion(weth, thief, 10_001n)]],
      ["what is taken from another account", [pulls(thief, usdc, self, 5n)]],
      [
        "a debt of what a hook should pay",
        [pools(oneOut(usdc, weth, ether, dollars, hook), settleAll(usdc, dollars), settle(weth, 0n, true))],
      ],
      [
        "a debt between the pools of a path",
        [
          pools(
            manyOut([weth, usdc, dai], ether, 1n),
            settleAll(weth, 1n),
            settle(usdc, 0n, true),
            takeAll(dai, ether),
          ),
        ],
      ],
      [
        "a debt between the pools of a path that is limited",
        [pools(settleAll(usdc, dollars), manyOut([weth, usdc, dai], ether, 1n), takeAll(dai, ether))],
      ],
      [
        "a debt between the pools of a path that the router pays",
        [
          wrap(self, ether),
          pools(manyOut([usdc, weth, dai], ether, 1n), settle(weth, 0n, false), takeAll(dai, ether)),
        ],
      ],
      ["an action that is unknown", [pools([0x0d, "0x"])]],
      ["the router's balance that the account settles", [pools(settle(usdc, all, true))]],
      ["a minimum that the router cuts", [sweep(weth, sender, 2n ** 160n)]],
      [
        "an input too few",
        [[0x21, concatHex([slice(subPlan([swap])[1], 0, 95), "0x02", slice(subPlan([swap])[1], 96)])]],
      ],
      ["plans that are too deep", [nested(3)]],
      ["too many steps", Array.from({ length: 65 }, () => unwrap(sender, 0n))],
      ["more than 16,384 bytes", [permits(Array(128).fill(usdc), router, 5n)]],
      ["too many ways to end", Array.from({ length: 4 }, () => subPlan([swap], true))],
    ]),
  )("reads nothing of a plan with $name", ({ commands }) => {
    expect(isPlanCall({ to: router, data: encodePlan(commands) }, 1n)).toBe(true)
    expect(read(commands)).toBeNull()
  })

  it("reads nothing of other contracts and other versions' commands", () => {
    expect(read([swap], 0n, thief)).toBeNull()
    const old = "0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD"
    expect(read([swap], 0n, old)).toMatchObject({ trades: dollarsForEther })
    expect(read([pools()], 0n, old)).toBeNull()
  })

  it("reads the deepest and the longest plan, and as many steps as it may", () => {
    expect(read([permits(Array(120).fill(usdc), router, 5n)])).not.toBeNull()
    expect(read([nested(2)])).toMatchObject({ trades: dollarsForEther })
    expect(read(Array.from({ length: 64 }, () => unwrap(sender, 0n)))).not.toBeNull()
  })
})
