import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { testSources } from "../../testing/explainFixtures.ts"
import { makeScriptedRpc } from "../../testing/scriptedRpc.ts"
import { fetchTradeWarnings } from "./tradeWarnings.ts"

const usdc = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
const ether = 10n ** 18n
const bad = [{ _tag: "Giveaway" }]
const { rpc } = makeScriptedRpc(() => undefined)

describe("fetchTradeWarnings of tokens with another's name", () => {
  const fake = "0x3f9ad0c2b7e641853de0c91f72ab48d6530ec7b1"
  const buy = (
    symbol: string,
    {
      chainId = 1n,
      price = null,
      token = fake,
    }: { readonly chainId?: bigint; readonly price?: number | null; readonly token?: string } = {},
  ) =>
    Effect.runPromise(
      fetchTradeWarnings(
        [
          {
            gives: [{ asset: { _tag: "Native" }, units: ether }],
            gets: [{ asset: { _tag: "Token", token }, units: 2_500n * ether }],
          },
        ],
        {
          chainId,
          sources: { ...testSources, token: () => Effect.succeed({ name: "", symbol, decimals: 18 }) },
        },
        (asked) => (asked === null ? 2_500 : price),
        rpc,
      ),
    )

  it.each([
    "USDC",
    "usdc ",
    "U.S.D.C",
    "USD\u0421",
    "ＵＳＤＣ",
    "USD\u20ae",
    "U\u0405DC",
    "DAI",
    "WETH",
    "ETH",
    "W\u0395TH",
  ])("counts %s of another contract as nothing", async (symbol) => {
    expect(await buy(symbol)).toEqual(bad)
  })

  it("counts a token with a name of its own, a price, or another network's name, and the real ones", async () => {
    expect(await buy("PEPE")).toEqual([])
    expect(await buy("USDC.e")).toEqual([])
    expect(await buy("USDC", { price: 1 })).toEqual([])
    expect(await buy("BNB")).toEqual([])
    expect(await buy("BNB", { chainId: 56n })).toEqual(bad)
    expect(await buy("USDC", { token: usdc.toLowerCase() })).toEqual([])
    expect(await buy("USDC", { chainId: 10n, token: "0x7F5c764cBc14f9669B88837ca1490cCa17c31607" })).toEqual(
      [],
    )
    expect(await buy("POL", { chainId: 137n, token: "0x0000000000000000000000000000000000001010" })).toEqual(
      [],
    )
  })
})
