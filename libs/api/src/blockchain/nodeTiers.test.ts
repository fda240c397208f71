import type { CaipNetworkId, Network } from "@wmodal/protocol"
import { mainnet } from "@wmodal/protocol/networks"
import { expect, it } from "vitest"
import { gateOf } from "../testing/recorded.ts"
import { proxyNode } from "./Blockchain.ts"
import { nodeTiers } from "./nodeTiers.ts"

const tiersWith = (baseUrl: string | null, network: Network = mainnet) =>
  nodeTiers({
    network,
    own: ["https://own.test"],
    proxy: baseUrl === null ? null : { baseUrl, projectId: "p" },
  })
const proxied = (baseUrl: string) => proxyNode({ baseUrl, projectId: "p", network: "eip155:1" })
const publicNodes = mainnet.rpcUrls.default.http

it("asks the operator's nodes, then the proxy, then the network's own", () => {
  expect(publicNodes.length).toBeGreaterThan(0)
  expect(tiersWith("https://api.test")).toEqual([
    ["https://own.test"],
    [proxied("https://api.test")],
    publicNodes,
  ])
  expect(tiersWith(null)).toEqual([["https://own.test"], publicNodes])
})

it("never lets public nodes answer for chains that run on this machine", () => {
  for (const baseUrl of ["http://127.0.0.1:4184/w/demo", "http://localhost:1", "http://[::1]:1"]) {
    expect(tiersWith(baseUrl)).toEqual([["https://own.test"], [proxied(baseUrl)], []])
    const local = { ...mainnet, rpcUrls: { default: { http: ["http://127.0.0.1:8545", ...publicNodes] } } }
    expect(tiersWith(baseUrl, local)[2]).toEqual(["http://127.0.0.1:8545"])
  }
})

it("passes over a proxy that is known not to serve the network, and lets nobody else in for it", () => {
  const tiers = (baseUrl: string, ...served: readonly CaipNetworkId[]) =>
    nodeTiers({
      network: mainnet,
      own: ["https://own.test"],
      proxy: { baseUrl, projectId: "p", gate: gateOf(...served) },
    })
  expect(tiers("https://api.test", "eip155:10")).toEqual([["https://own.test"], [], publicNodes])
  expect(tiers("http://127.0.0.1:1", "eip155:10")).toEqual([["https://own.test"], [], []])
  expect(tiers("https://api.test", "eip155:1")).toEqual(tiersWith("https://api.test"))
})
