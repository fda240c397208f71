import { Result } from "effect"
import { expect, it } from "vitest"
import type { Namespace } from "../Caip.ts"
import type { Network } from "../Network.ts"
import { parseCaipNetworkId } from "../parseCaip.ts"
import {
  evmMainnets,
  evmNetworks,
  isRetiredNetwork,
  networks,
  polygon,
  retiredNetworks,
  swapNetworks,
} from "./index.ts"

it("contains each network once: 39 EVM, 3 Solana, 2 Bitcoin", () => {
  expect(new Set(networks.map(({ caipNetworkId }) => caipNetworkId)).size).toBe(networks.length)
  expect(evmNetworks).toHaveLength(39)
  expect(networks).toHaveLength(44)
  const id = ({ caipNetworkId }: Network) => Result.getOrThrow(parseCaipNetworkId(caipNetworkId))
  expect(networks.every((network) => id(network).reference === String(network.id))).toBe(true)
})

it("contains every EVM network that the servers name", () => {
  const frame = [
    1, 5, 11155111, 10, 420, 42161, 421613, 137, 80001, 42220, 1313161554, 1313161555, 56, 97, 43114, 43113,
    324, 280, 100, 8453, 84531, 84532, 7777777, 999,
  ]
  const proxy = [
    1, 10, 56, 97, 100, 137, 300, 324, 1101, 1301, 1329, 5000, 5003, 8217, 8453, 17000, 42161, 42220, 43113,
    43114, 59144, 80002, 80084, 84532, 421614, 7777777, 11155111, 11155420, 999999999, 1313161554, 1313161555,
  ]
  const known = new Set(evmNetworks.map(({ id }) => id))
  expect([...frame, ...proxy].filter((id) => !known.has(id))).toEqual([])
})

it("uses POL on Polygon, 9 decimals on Solana and 8 on Bitcoin", () => {
  expect(polygon.nativeCurrency).toEqual({ name: "POL", symbol: "POL", decimals: 18 })
  const decimals = (namespace: Namespace) =>
    networks
      .filter(({ chainNamespace }) => chainNamespace === namespace)
      .map(({ nativeCurrency }) => nativeCurrency.decimals)
  expect(decimals("solana")).toEqual([9, 9, 9])
  expect(decimals("bip122")).toEqual([8, 8])
})

it("has URLs only for networks in operation", () => {
  expect(
    retiredNetworks.every((network) => network.testnet && network.rpcUrls.default.http.length === 0),
  ).toBe(true)
  const running = networks.filter((network) => !retiredNetworks.includes(network))
  expect(
    running.every((network) => network.rpcUrls.default.http.every((url) => url.startsWith("https://"))),
  ).toBe(true)
  expect(running.every((network) => network.rpcUrls.default.http.length > 0)).toBe(true)
})

it("reports exactly the networks without a URL as retired", () => {
  expect(networks.filter(isRetiredNetwork)).toEqual(retiredNetworks)
  for (const network of networks) {
    expect(isRetiredNetwork(network)).toBe(network.rpcUrls.default.http.length === 0)
  }
})

it("lists the 12 swap networks, all of them EVM mainnets", () => {
  expect(swapNetworks.map(({ id }) => id)).toEqual([
    1, 42161, 10, 324, 8453, 56, 137, 100, 43114, 250, 8217, 1313161554,
  ])
  expect(swapNetworks.every((network) => evmMainnets.includes(network))).toBe(true)
})
