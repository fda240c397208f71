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
  "function depositETH(address pool, address onBehalfOf, uint16 referralCode)",
  "function claimWithdrawalsTo(uint256[] requestIds, uint256[] hints, address recipient)",
  "function swapExactTokensForTokens(uint256 amountIn, uint256 least, address[] path, address to)",
  "struct Swap { address srcToken; address destToken; uint256 fromAmount; uint256 toAmount; uint256 quotedAmount; bytes32 metadata; address beneficiary; }",
  "function swapExactAmountIn(address executor, Swap swap, uint256 partnerAndFee, bytes permit, bytes executorData)",
  "struct Description { address srcToken; address dstToken; address srcReceiver; address dstReceiver; uint256 amount; uint256 least; uint256 flags; }",
  "function swap(address executor, Description desc, bytes data)",
  "function unoswap(uint256 token, uint256 amount, uint256 least, uint256 dex)",
  "function unoswap(address token, uint256 amount, uint256 least, uint256[] pools)",
  "function clipperSwap(address clipperExchange, address srcToken, address dstToken, uint256 inputAmount, uint256 outputAmount, uint256 goodUntil, bytes32 r, bytes32 vs)",
  "function uniswapV3SwapTo(uint256 receiver, uint256 amount, uint256 least, uint256[] pools)",
  "struct Execution { address callTarget; address approveTarget; bytes targetData; Routed desc; bytes clientData; }",
  "struct Routed { address srcToken; address dstToken; address[] srcReceivers; uint256[] srcAmounts; address[] feeReceivers; uint256[] feeAmounts; address dstReceiver; uint256 amount; uint256 least; uint256 flags; bytes permit; }",
  "function swap(Execution execution)",
  "struct Path { bytes path; address recipient; uint256 amountIn; uint256 least; }",
  "function exactInput(Path swap)",
])
const weth = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"
const dollars = 10n ** 12n
const noBytes = `0x${"0".repeat(64)}` as const
const supply = encodeFunctionData({ abi, functionName: "supply", args: [usdc, 5n, me, 0] })

/** A node on which every address is a contract, WETH a token, every call succeeds, and nothing moves. */
const { rpc } = makeScriptedRpc((method, [first]) => {
  if (method === "eth_getCode") return "0x60"
  if (method === "eth_call" && Object(first).to === weth) return `0x${"12".padStart(64, "0")}`
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
        "uniswap/eip712-uniswapX.json",
        "1inch/calldata-AggregationRouterV3.json",
        "1inch/calldata-AggregationRouterV4-eth.json",
        "1inch/calldata-AggregationRouterV4.json",
        "1inch/calldata-NativeOrderFactory.json",
        "1inch/eip712-1inch-limit-order.json",
        "1inch/eip712-AggregationRouterV6.json",
        "celo/calldata-celo_accounts.json",
        "celo/calldata-celo_governance.json",
        "celo/calldata-celo_validators.json",
        "figment/calldata-figment-batch-deposit.json",
        "lens/eip712-lens-lenshub.json",
        "lens/eip712-lens-token-handle-registry.json",
        "morpho/calldata-MorphoBlue.json",
        "morpho/calldata-MorphoBundlerV3.json",
        "okx/calldata-OkxDexRouterV1.0.7-multi-commission.json",
        "okx/calldata-OkxDexRouterV1.0.8-suffix-compat.json",
        "ondo-finance/calldata-GMTokenLimitOrder.json",
        "ondo-finance/calldata-GMTokenManager.json",
        "ondo-finance/calldata-OUSGInstantManager.json",
        "ondo-finance/calldata-USDYInstantManager.json",
        "opensea/eip712-opensea.json",
        "p2p/calldata-P2pMessageSender.json",
        "p2p/calldata-P2pOrgUnlimitedEthDepositor.json",
        "p2p/calldata-P2pSsvProxyFactory.json",
        "paraswap/calldata-AugustusSwapper-v5.json",
        "paraswap/calldata-AugustusSwapper-v6.2.json",
        "paraswap/eip712-Velora-DeltaV2.json",
        "paraswap/eip712-paraswap.json",
        "rarible/eip712-rarible-erc-1155.json",
        "rarible/eip712-rarible-erc-721.json",
        "rarible/eip712-rarible-exchange-v2-meta-tx.json",
        "rarible/eip712-rarible-exchange-v2.json",
        "rarible/eip712-rarible-exchange-wrapper.json",
        "safe/calldata-BatchExecutor.json",
        "uniswap/eip712-UniswapX-DutchOrder.json",
        "uniswap/eip712-UniswapX-ExclusiveDutchOrder.json",
        "uniswap/eip712-UniswapX-LimitOrder.json",
        "uniswap/eip712-uniswap-V2DutchOrder.json",
      ]
    `)
  })

  it.each([
    [
      "1inch V5's pools",
      "0x1111111254EEB25477B68fb85Ed929f73A960582",
      encodeFunctionData({ abi, functionName: "unoswap", args: [usdc, dollars, 10n ** 18n, [5n]] }),
    ],
    [
      "1inch V5's Clipper",
      "0x1111111254EEB25477B68fb85Ed929f73A960582",
      encodeFunctionData({
        abi,
        functionName: "clipperSwap",
        args: [target, usdc, weth, dollars, 10n ** 18n, 9n, noBytes, noBytes],
      }),
    ],
    [
      "1inch V6's pools",
      "0x111111125421cA6dc452d289314280a0f8842A65",
      encodeFunctionData({ abi, functionName: "unoswap", args: [BigInt(usdc), dollars, 1n, 5n] }),
    ],
    [
      "ParaSwap",
      "0x6A000F20005980200259B80c5102003040001068",
      encodeFunctionData({
        abi,
        functionName: "swapExactAmountIn",
        args: [
          target,
          {
            srcToken: usdc,
            destToken: weth,
            fromAmount: dollars,
            toAmount: 1n,
            quotedAmount: 1n,
            metadata: noBytes,
            beneficiary: target,
          },
          0n,
          "0x",
          "0x",
        ],
      }),
    ],
    [
      "OKX",
      "0x28b1Dc1a5E3699A428BC51d234DFab7C9CB2a183",
      encodeFunctionData({
        abi,
        functionName: "uniswapV3SwapTo",
        args: [BigInt(target), dollars, 0n, [5n]],
      }),
    ],
  ])("takes an act for a swap of %s, whose minimum and recipient no rule judges", async (_, to, data) => {
    const reviewed = await reviewing(makeExplain([]), to, data)
    expect(reviewed.calls[0]?.intent).not.toBeNull()
    expect(toTags(reviewed)).toEqual(["Unread"])
  })

  it.each([
    [
      "1inch V6",
      "0x111111125421cA6dc452d289314280a0f8842A65",
      (dstReceiver: `0x${string}`, least: bigint) => {
        const desc = {
          srcToken: usdc,
          dstToken: weth,
          srcReceiver: target,
          dstReceiver,
          amount: dollars,
          least,
          flags: 0n,
        } as const
        return encodeFunctionData({ abi, functionName: "swap", args: [target, desc, "0x"] })
      },
    ],
    [
      "KyberSwap",
      "0x6131B5fae19EA4f9D964eAc0408E4408b66337b5",
      (dstReceiver: `0x${string}`, least: bigint) => {
        const desc = {
          srcToken: usdc,
          dstToken: weth,
          srcReceivers: [target],
          srcAmounts: [dollars],
          feeReceivers: [],
          feeAmounts: [],
          dstReceiver,
          amount: dollars,
          least,
          flags: 0n,
          permit: "0x",
        } as const
        const execution = {
          callTarget: target,
          approveTarget: target,
          targetData: "0x",
          desc,
          clientData: "0x",
        } as const
        return encodeFunctionData({ abi, functionName: "swap", args: [execution] })
      },
    ],
    [
      "a path of SwapRouter02",
      "0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45",
      (recipient: `0x${string}`, least: bigint) => {
        const path = `${usdc}0001f4${weth.slice(2)}` as const
        return encodeFunctionData({
          abi,
          functionName: "exactInput",
          args: [{ path, recipient, amountIn: dollars, least }],
        })
      },
    ],
    [
      "V2 by SwapRouter02",
      "0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45",
      (to: `0x${string}`, least: bigint) =>
        encodeFunctionData({
          abi,
          functionName: "swapExactTokensForTokens",
          args: [dollars, least, [usdc, weth], to],
        }),
    ],
  ])("judges a swap of %s by its minimum and its recipient", async (_, contract, call) => {
    const review = async (to: `0x${string}`, least: bigint) =>
      toTags(await reviewing(makeExplain([]), contract, call(to, least)))
    expect(await review(me, 10n ** 18n)).toEqual([])
    expect(await review(target, 10n ** 18n)).toEqual(["Giveaway"])
    expect(await review(me, 0n)).toEqual(["Giveaway"])
    expect(await review(me, 1n)).toEqual(["Giveaway"])
  })

  it.each([
    [
      "Aave's gateway",
      "0xd01607c3C5eCABa394D8be377a08590149325722",
      (to: `0x${string}`) => encodeFunctionData({ abi, functionName: "depositETH", args: [pool, to, 0] }),
    ],
    [
      "a vault",
      "0xBE40491F3261Fd42724F1AEb465796eb11c06ddF",
      (to: `0x${string}`) => encodeFunctionData({ abi, functionName: "deposit", args: [5n, to] }),
    ],
    [
      "Lido's withdrawals",
      "0x889edC2eDab5f40e902b864aD4d7AdE8E412F9B1",
      (to: `0x${string}`) =>
        encodeFunctionData({ abi, functionName: "claimWithdrawalsTo", args: [[1n], [1n], to] }),
    ],
  ])("takes an act when %s credits or pays another account", async (_, contract, call) => {
    expect(toTags(await reviewing(makeExplain([]), contract, call(me)))).toEqual([])
    expect(toTags(await reviewing(makeExplain([]), contract, call(target)))).toEqual(["Giveaway"])
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
