import { mainnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { encodeFunctionData, parseAbi } from "viem"
import { describe, expect, it } from "vitest"
import { target, usdc } from "../../testing/explainFixtures.ts"
import { feelessBlock, makeScriptedRpc } from "../../testing/scriptedRpc.ts"
import { makeExplain } from "../makeExplain.ts"
import { bundledDescriptors } from "./descriptors/bundledDescriptors.ts"

const me = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const pool = "0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2"
const abi = parseAbi([
  "function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)",
  "function approvePositionManager(address positionManager, bool approve)",
  "function deposit(uint256 assets, address receiver)",
  "function setOperator(address operator, bool approved)",
])
const supply = encodeFunctionData({ abi, functionName: "supply", args: [usdc, 5n, me, 0] })

/** A node on which every address is a contract, every call succeeds, and nothing moves. */
const { rpc } = makeScriptedRpc((method, [first]) => {
  if (method === "eth_getCode") return "0x60"
  if (method !== "eth_simulateV1") return feelessBlock[method]
  const [{ calls }] = Object(first).blockStateCalls
  return [{ calls: calls.map(() => ({ status: "0x1", returnData: `0x${"0".repeat(64)}`, logs: [] })) }]
})

const reviewing = (explain: ReturnType<typeof makeExplain>, to: string, data: string) =>
  Effect.runPromise(
    explain({
      network,
      rpc,
      from: me,
      own: [me],
      request: { _tag: "Calls", calls: [{ to, data, value: 0n }] },
      tokens: [],
      nameOf: () => null,
    }),
  )
const toTags = ({ dangers }: Awaited<ReturnType<typeof reviewing>>) => dangers.map(({ _tag }) => _tag)

describe("makeExplain with the registry's descriptors", () => {
  it("loads them with the first request, once", async () => {
    let loads = 0
    const explain = makeExplain([], undefined, async () => {
      loads += 1
      return bundledDescriptors
    })
    expect(loads).toBe(0)
    const both = await Promise.all([reviewing(explain, pool, supply), reviewing(explain, pool, supply)])
    expect(both.map(({ calls }) => calls[0]?.intent)).toEqual(["Supply", "Supply"])
    expect(loads).toBe(1)
  })

  it("takes an act for what it cannot read while they do not load, and loads them again", async () => {
    let isAway = true
    const explain = makeExplain([], undefined, async () => {
      if (isAway) throw new Error("offline")
      return bundledDescriptors
    })
    const first = await reviewing(explain, pool, supply)
    expect([first.calls[0]?.intent, toTags(first)]).toEqual([null, ["Unread"]])
    isAway = false
    const second = await reviewing(explain, pool, supply)
    expect([second.calls[0]?.intent, toTags(second)]).toEqual(["Supply", []])
  })

  it("describes what hands away control or an order, and takes an act for it", async () => {
    const data = encodeFunctionData({ abi, functionName: "approvePositionManager", args: [target, true] })
    const reviewed = await reviewing(makeExplain([]), pool, data)
    expect(reviewed.calls[0]?.intent).toBe("Approve Manager")
    expect(toTags(reviewed)).toEqual(["Unread"])
    const describing = bundledDescriptors.filter(({ describesOnly }) => describesOnly?.source === "^")
    expect(describing.map(({ url }) => url.replace(/^registry\//, ""))).toMatchInlineSnapshot(`
      [
        "1inch/eip712-1inch-limit-order.json",
        "1inch/eip712-AggregationRouterV6.json",
        "celo/calldata-celo_accounts.json",
        "celo/calldata-celo_governance.json",
        "celo/calldata-celo_validators.json",
        "figment/calldata-figment-batch-deposit.json",
        "lens/eip712-lens-lenshub.json",
        "lens/eip712-lens-token-handle-registry.json",
        "morpho/calldata-MorphoBlue.json",
        "opensea/eip712-opensea.json",
        "p2p/calldata-P2pMessageSender.json",
        "p2p/calldata-P2pOrgUnlimitedEthDepositor.json",
        "p2p/calldata-P2pSsvProxyFactory.json",
        "paraswap/eip712-Velora-DeltaV2.json",
        "paraswap/eip712-paraswap.json",
        "rarible/eip712-rarible-erc-1155.json",
        "rarible/eip712-rarible-erc-721.json",
        "rarible/eip712-rarible-exchange-v2-meta-tx.json",
        "rarible/eip712-rarible-exchange-v2.json",
        "rarible/eip712-rarible-exchange-wrapper.json",
        "uniswap/eip712-UniswapX-DutchOrder.json",
        "uniswap/eip712-UniswapX-ExclusiveDutchOrder.json",
        "uniswap/eip712-UniswapX-LimitOrder.json",
        "uniswap/eip712-uniswap-V2DutchOrder.json",
      ]
    `)
  })

  it("reads a vault of the registry, and no other contract by the same functions", async () => {
    const deposit = encodeFunctionData({ abi, functionName: "deposit", args: [5n, me] })
    const vault = await reviewing(makeExplain([]), "0xBE40491F3261Fd42724F1AEb465796eb11c06ddF", deposit)
    expect([vault.calls[0]?.intent, toTags(vault)]).toEqual(["Deposit", []])
    for (const data of [
      deposit,
      encodeFunctionData({ abi, functionName: "setOperator", args: [target, true] }),
    ]) {
      const other = await reviewing(makeExplain([]), target, data)
      expect(other.calls[0]?.intent).toBeNull()
      expect(toTags(other)).toContain("Unread")
    }
  })
})
