import type { HistoryTransaction, TokenBalance } from "@wmodal/api"
import { mainnet } from "@wmodal/protocol/networks"
import { describe, expect, it } from "vitest"
import { toMovements } from "../activity/movements.ts"
import { toWalletInfo } from "../connection/walletSessions.ts"
import { toAssetHolding, toBalanceHolding } from "../holdings/toHolding.ts"

const usdc = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"
const imageHosts = ["images.example"]

describe.each([
  ["keeps", "https://images.example/a.png", "https://images.example/a.png"],
  ["leaves out", "https://tracker.example/a.png", null],
] as const)("the address of a picture", (verb, url, kept) => {
  const place = {
    network: mainnet,
    address: (text: string) => text,
    rules: { nativeAddress: null },
    imageHosts,
  }

  it(`${verb} ${url} for a balance of the blockchain API`, () => {
    const row = {
      name: "USD Coin",
      symbol: "USDC",
      chainId: "eip155:1",
      address: `eip155:1:${usdc}`,
      price: 1,
      quantity: { decimals: "6", numeric: "1" },
      iconUrl: url,
    } satisfies TokenBalance
    expect(toBalanceHolding(row, place)?.token.icon).toBe(kept)
  })

  it(`${verb} ${url} for an asset of the wallet`, () => {
    const asset = { token: usdc, balance: 1n, name: "A", symbol: "A", decimals: 6, price: 1, iconUrl: url }
    expect(toAssetHolding(asset, place)?.token.icon).toBe(kept)
    expect(toAssetHolding({ ...asset, token: null }, place)?.token.icon).toBe(kept)
  })

  it(`${verb} ${url} for what a transaction has moved`, () => {
    const quantity = { numeric: "1" }
    const transfers = [
      { direction: "in", quantity, fungible_info: { symbol: "A", icon: { url } } },
      {
        direction: "in",
        quantity,
        nft_info: { name: "A", token_id: "1", content: { preview: { url } }, flags: {} },
      },
    ]
    const transaction = { metadata: { operationType: "receive" }, transfers } as unknown as HistoryTransaction
    expect(toMovements(transaction, { imageHosts, network: mainnet }).map(({ icon }) => icon)).toEqual([
      kept,
      kept,
    ])
  })

  it(`${verb} ${url} for a wallet at the other end of a relay`, () => {
    const connector = { id: "walletConnect", name: "WalletConnect", icon: null }
    const session = { wallet: { name: "Phone", icon: url } }
    expect(toWalletInfo(connector as never, { imageHosts }, session as never)).toEqual({
      connectorId: "walletConnect",
      name: "Phone",
      icon: kept,
    })
  })
})
