import { mainnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { encodeFunctionData, erc20Abi } from "viem"
import { describe, expect, it } from "vitest"
import { formatFields, makeExplainContext } from "../../testing/explainFixtures.ts"
import {
  encodePlan,
  native,
  oneIn,
  type PlanCommand,
  pairOut,
  pay,
  permit,
  poolIn,
  pools,
  portion,
  pull,
  router,
  self,
  sender,
  settleAll,
  subPlan,
  sweep,
  takeAll,
  unwrap,
  wrap,
} from "../../testing/routerPlans.ts"
import { makeScriptedRpc } from "../../testing/scriptedRpc.ts"
import { explainCall } from "../explain/explainCall.ts"
import type { Hex } from "../Hex.ts"
import { makeExplain } from "../makeExplain.ts"

const me = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const thief = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
const usdc = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
const weth = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"
const dollars = 5_000n * 10n ** 6n
const ether = 10n ** 18n
const swap = poolIn(sender, dollars, ether, [usdc, weth])

const explain = (commands: readonly PlanCommand[], value = 0n, data: Hex = encodePlan(commands)) =>
  Effect.runPromise(explainCall({ ...makeExplainContext([]), call: { to: router, value, data } }))

describe("explainCall of the Universal Router", () => {
  it("says what is given at most, what is received at least, and by whom", async () => {
    const explained = await explain(
      [
        wrap(self, ether),
        poolIn(self, ether, 0n, [weth, usdc], false),
        portion(usdc, thief, 25n),
        sweep(usdc, sender, dollars),
      ],
      ether,
    )
    expect(explained).toMatchObject({ intent: "Swap", owner: "Uniswap", contractName: "Universal Router" })
    expect(explained.hidesValue).toBeUndefined()
    expect(formatFields(explained)).toEqual([
      "You give at most: 1 ETH",
      "You get at least: 5000 USDC",
      `To: Alice (${me})`,
      "Paid to others: 0.25% of USDC",
      `To: ${thief}`,
      "Valid until: 2030-03-17T17:46:40Z",
    ])
  })

  it("says what others get, what stays and that nothing comes back", async () => {
    const commands = [
      pull(usdc, self, dollars),
      pay(usdc, thief, 1_000_000n),
      wrap(thief, ether),
      unwrap(thief, 0n),
    ]
    expect(formatFields(await explain(commands, 2n * ether))).toEqual([
      "You give at most: 2 ETH",
      "You give at most: 5000 USDC",
      "You get at least: Nothing",
      `To: Alice (${me})`,
      "Paid to others: 1 USDC",
      `To: ${thief}`,
      `Paid to others: ${ether} base units of ${weth}`,
      `To: ${thief}`,
      "Paid to others: All ETH",
      `To: ${thief}`,
      "Stays in the exchange: 1 ETH",
      "Stays in the exchange: 4999 USDC",
      "Valid until: 2030-03-17T17:46:40Z",
    ])
  })

  it("says what may stay, and promises nothing of pairs that may keep it", async () => {
    const commands = [
      wrap(self, ether),
      pairOut(sender, dollars, ether, [weth, thief, usdc], false),
      poolIn(self, dollars, 0n, [usdc, weth]),
    ]
    const told = formatFields(await explain(commands, ether))
    expect(told).toContain("You get at least: Nothing")
    expect(told).toContain(`Stays in the exchange: Whatever remains of ${weth}`)
  })

  it("says the least of all ways in which a plan may end", async () => {
    const commands = [
      pull(usdc, self, dollars),
      subPlan([poolIn(sender, 1n, ether, [usdc, weth], false)], true),
    ]
    expect(formatFields(await explain(commands)).slice(0, 2)).toEqual([
      "You give at most: 5000 USDC",
      "You get at least: Nothing",
    ])
  })

  it("names every permit, and vouches for none but the router's", async () => {
    const [own, others] = [
      await explain([permit(usdc, router, 2n ** 160n - 1n), swap]),
      await explain([permit(usdc, thief, dollars), swap]),
    ]
    expect(own.describesOnly).toBeUndefined()
    expect(formatFields(own).slice(3, 6)).toEqual([
      "May be taken later: Unlimited USDC",
      `By: ${router}`,
      "Until: 2030-03-17T17:46:40Z",
    ])
    expect(others.describesOnly).toBe(true)
    expect(formatFields(others)).toContain("May be taken later: 5000 USDC")
  })

  it("shows the bytes after the arguments", async () => {
    const explained = await explain([], 0n, `${encodePlan([swap])}756e6978`)
    expect(formatFields(explained).at(-1)).toBe("More data: 0x756e6978")
  })

  it("knows nothing of a plan that cannot be decoded, even by a descriptor", async () => {
    const descriptor = {
      context: { contract: {} },
      display: {
        formats: {
          "execute(bytes commands, bytes[] inputs, uint256 deadline)": { intent: "Swap", fields: [] },
        },
      },
    }
    const context = makeExplainContext([descriptor])
    const data = encodePlan([swap, [0x3f, "0x"]])
    const explained = await Effect.runPromise(
      explainCall({ ...context, call: { to: router, value: 0n, data } }),
    )
    expect(explained).toMatchObject({ intent: null, fields: [] })
  })

  it("vouches for nothing when another contract makes the call", async () => {
    const descriptor = {
      context: { contract: {} },
      display: {
        formats: {
          "run(address to, bytes data)": {
            intent: "Run",
            fields: [{ path: "data", label: "Call", format: "calldata", params: { calleePath: "to" } }],
          },
        },
      },
    }
    const abi = [
      {
        type: "function",
        name: "run",
        stateMutability: "payable",
        inputs: [{ type: "address" }, { type: "bytes" }],
        outputs: [],
      },
    ] as const
    const data = encodeFunctionData({ abi, args: [router, encodePlan([swap])] })
    const context = makeExplainContext([descriptor])
    const { fields } = await Effect.runPromise(
      explainCall({ ...context, call: { to: thief, value: 0n, data } }),
    )
    expect(fields[0]?.value).toMatchObject({ call: { intent: "Swap", describesOnly: true } })
  })
})

/** A node on which the account has 5,000 of every token, and one address has no code. */
const { rpc } = makeScriptedRpc((method, [first]) => {
  if (method === "eth_getCode") return String(first).toLowerCase() === thief.toLowerCase() ? "0x" : "0x60"
  if (method !== "eth_call") return undefined
  const { data } = Object(first)
  const selector = (functionName: "balanceOf" | "decimals" | "totalSupply") =>
    encodeFunctionData({
      abi: erc20Abi,
      functionName,
      args: functionName === "balanceOf" ? [me] : undefined,
    }).slice(0, 10)
  const answer = [
    [selector("balanceOf"), dollars],
    [selector("decimals"), 6n],
    [selector("totalSupply"), 10n ** 20n],
  ].find(([found]) => String(data).startsWith(String(found)))?.[1]
  return answer === undefined ? "0x" : `0x${answer.toString(16).padStart(64, "0")}`
})

const findWarnings = async (commands: readonly PlanCommand[], value = 0n) => {
  const transaction = { to: router, value: `0x${value.toString(16)}`, data: encodePlan(commands) }
  const reviewed = await Effect.runPromise(
    makeExplain([])({
      network,
      rpc,
      from: me,
      own: [me],
      request: { _tag: "Transaction", transaction },
      tokens: [],
      nameOf: () => null,
    }),
  )
  // This node does not simulate.
  return reviewed.dangers.filter(({ _tag }) => _tag !== "Untried" && _tag !== "HighFee")
}
const warn = async (commands: readonly PlanCommand[], value = 0n) =>
  (await findWarnings(commands, value)).map(({ _tag }) => _tag)

describe("makeExplain of the Universal Router", () => {
  it("takes no act for a usual swap", async () => {
    expect(await warn([permit(usdc, router, dollars), swap])).toEqual([])
    const inPools = pools(
      oneIn(native, usdc, ether, dollars),
      settleAll(native, ether),
      takeAll(usdc, dollars),
    )
    expect(await warn([inPools], ether)).toEqual([])
  })

  it("judges permits by the rule of allowances", async () => {
    expect(await warn([permit(usdc, router, 2n ** 160n - 1n), swap])).toEqual(["UnlimitedApproval"])
    expect(await warn([permit(usdc, thief, dollars), swap])).toEqual(["LargeApproval", "Unread"])
  })

  it("says when a permit ends, and no end of one that stays", async () => {
    const all = 2n ** 160n - 1n
    expect(await findWarnings([permit(usdc, router, all), swap])).toMatchObject([
      { _tag: "UnlimitedApproval", until: 1_900_000_000_000 },
    ])
    const [stays] = await findWarnings([permit(usdc, router, all, 2 ** 48 - 1), swap])
    expect(stays).not.toHaveProperty("until")
  })

  it("takes an act for a giveaway, and for a plan that is not read", async () => {
    expect(await warn([poolIn(thief, dollars, ether, [usdc, weth])])).toEqual(["Giveaway"])
    expect(await warn([poolIn(sender, dollars, 0n, [usdc, weth])])).toEqual(["Giveaway"])
    expect(await warn([swap, [0x3f, "0x"]])).toEqual(["Unread"])
  })
})
