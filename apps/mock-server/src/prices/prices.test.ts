import { postFungiblePrice } from "@wmodal/api"
import { bitcoin, bitcoinTestnet, evmNetworks } from "@wmodal/protocol/networks"
import { encodeFunctionData, parseEther, toHex } from "viem"
import { describe, expect, it } from "vitest"
import { getMarketPrice } from "../blockchain/prices.ts"
import { accounts } from "../evm/accounts.ts"
import { exchangeAbi, exchangeAddress, nativeAddress } from "../evm/exchange.ts"
import { tokens } from "../evm/tokens.ts"
import { setupTestHandler } from "../testing/setupTestHandler.ts"
import { makeWorldClient } from "../testing/WorldClient.ts"

const handler = setupTestHandler()
const { call, refusal, control, sent } = makeWorldClient(handler, "prices")

const [usd, dai, tether, fee] = tokens
const native = (chainId: string) => `${chainId}:${nativeAddress.toLowerCase()}`

const makePriceRequest = (...addresses: readonly string[]) => ({
  body: { currency: "usd", addresses, projectId: "prices" },
})
const prices = async (...addresses: readonly string[]) =>
  (await call(postFungiblePrice, {}, makePriceRequest(...addresses))).fungibles

describe("POST /v1/fungible/price", { timeout: 30_000 }, () => {
  it("returns the price of the first address only", async () => {
    expect(await prices(native("eip155:137"), `eip155:137:${usd.address}`)).toEqual([
      {
        address: native("eip155:137"),
        name: "POL",
        symbol: "POL",
        iconUrl: "http://localhost/public/getTokenImage/POL",
        price: 0.5,
        decimals: 18,
      },
    ])
  })

  it("returns the price of the native currency under 0x", async () => {
    const address = `${bitcoin.caipNetworkId}:0x`
    expect(await prices(address)).toMatchObject([{ address, symbol: "BTC", price: 100_000, decimals: 8 }])
    expect((await prices(`${bitcoinTestnet.caipNetworkId}:0x`))[0]?.price).toBe(0)
  })

  it("has a second source with its own address, which no fault of the first changes", async () => {
    const body = JSON.stringify(makePriceRequest(native("eip155:137")).body)
    const ask = (path: string) =>
      handler.fetch(new Request(`http://localhost${path}`, { method: "POST", body }))
    const [first, second] = await Promise.all([ask("/v1/fungible/price"), ask("/prices/v1/fungible/price")])
    expect(await second.json()).toEqual(await first.json())
    const faults = [{ match: { path: "/v1/fungible/price" }, fault: { kind: "status", status: 503 } }]
    const plan = new Request("http://localhost/control/worlds/prices/faults", {
      method: "PUT",
      body: JSON.stringify({ faults }),
    })
    expect((await handler.fetch(plan)).ok).toBe(true)
    expect((await ask("/v1/fungible/price")).status).toBe(503)
    expect((await ask("/prices/v1/fungible/price")).status).toBe(200)
    await handler.fetch(new Request(plan.url, { method: "PUT", body: JSON.stringify({ faults: [] }) }))
  })

  it("finds the world in its body: a POST has no project in its query", async () => {
    const body = JSON.stringify(makePriceRequest(native("eip155:137")).body)
    const request = new Request("http://localhost/v1/fungible/price", { method: "POST", body })
    expect((await handler.fetch(request)).status).toBe(200)
  })

  it("derives a token's price from the pools, so that a trade changes it", async () => {
    const price = async (token: string) => (await prices(`eip155:137:${token.toLowerCase()}`))[0]?.price
    expect([await price(usd.address), await price(dai.address)]).toEqual([1, 1])
    // A tenth more of the currency in the pool, and so a tenth less of the token: its price rises by a fifth.
    const args = [nativeAddress, dai.address, parseEther("2000000"), 0n, accounts[0], 2n ** 63n] as const
    await control("eip155:137", "anvil_setBalance", [accounts[0], toHex(parseEther("3000000"))])
    await sent(0, "eip155:137", {
      to: exchangeAddress,
      value: parseEther("2000000"),
      data: encodeFunctionData({ abi: exchangeAbi, functionName: "swap", args }),
    })
    expect(await price(dai.address)).toBeCloseTo(1.209, 3)
    expect(await price(usd.address)).toBe(1)
  })

  it("returns a fixed price for assets without a pool", async () => {
    const [tethered] = await prices(`eip155:137:${tether.address}`)
    const [charged] = await prices(`eip155:137:${fee.address}`)
    expect([tethered, charged]).toMatchObject([
      { symbol: "mUSDT", price: 1, decimals: 6 },
      { symbol: "mFEE", price: 2, decimals: 18 },
    ])
  })

  it("returns zero on test networks", async () => {
    for (const { address } of [usd, tether])
      expect((await prices(`eip155:11155111:${address}`))[0]?.price).toBe(0)
    expect((await prices(native("eip155:11155111")))[0]?.price).toBe(0)
  })

  it("returns whole cents for the currency of each network", async () => {
    for (const { nativeCurrency, testnet } of evmNetworks) {
      if (testnet === true) continue
      const cents = getMarketPrice(nativeCurrency.symbol) * 100
      expect(cents).toBe(Math.round(cents))
      expect(cents).toBeGreaterThan(0)
    }
  })

  it("rejects unknown assets", async () => {
    for (const address of ["", "0x12", `eip155:424242:${usd.address}`, `eip155:1:${accounts[0]}`])
      expect(await refusal(postFungiblePrice, {}, makePriceRequest(address))).toEqual([400, "addresses"])
    expect(await refusal(postFungiblePrice, {}, makePriceRequest())).toEqual([400, "addresses"])
  })
})
