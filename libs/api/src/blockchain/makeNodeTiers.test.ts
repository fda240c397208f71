import type { CaipNetworkId, Network } from "@wmodal/protocol"
import { mainnet } from "@wmodal/protocol/networks"
import { expect, it } from "vitest"
import { makeTestSupportedNetworks } from "../testing/recordRequests.ts"
import { makeProxyNode } from "./Blockchain.ts"
import { makeNodeTiers } from "./makeNodeTiers.ts"

const getTiersWith = (baseUrl: string | null, network: Network = mainnet) =>
  makeNodeTiers({
    network,
    own: ["https://own.test"],
    proxy: baseUrl === null ? null : { baseUrl, projectId: "p" },
  })
const makeProxiedTiers = (baseUrl: string) => makeProxyNode({ baseUrl, projectId: "p", network: "eip155:1" })
const publicNodes = mainnet.rpcUrls.default.http

it("lists the operator's nodes, then the proxy, then the network's own", () => {
  expect(publicNodes.length).toBeGreaterThan(0)
  expect(getTiersWith("https://api.test")).toEqual([
    ["https://own.test"],
    [makeProxiedTiers("https://api.test")],
    publicNodes,
  ])
  expect(getTiersWith(null)).toEqual([["https://own.test"], publicNodes])
})

it("excludes public nodes for chains on this machine", () => {
  for (const baseUrl of ["http://127.0.0.1:4184/w/demo", "http://localhost:1", "http://[::1]:1"]) {
    expect(getTiersWith(baseUrl)).toEqual([["https://own.test"], [makeProxiedTiers(baseUrl)], []])
    const local = { ...mainnet, rpcUrls: { default: { http: ["http://127.0.0.1:8545", ...publicNodes] } } }
    expect(getTiersWith(baseUrl, local)[2]).toEqual(["http://127.0.0.1:8545"])
  }
})

it("excludes a proxy that does not serve the network", () => {
  const tiers = (baseUrl: string, ...served: readonly CaipNetworkId[]) =>
    makeNodeTiers({
      network: mainnet,
      own: ["https://own.test"],
      proxy: { baseUrl, projectId: "p", gate: makeTestSupportedNetworks(...served) },
    })
  expect(tiers("https://api.test", "eip155:10")).toEqual([["https://own.test"], [], publicNodes])
  expect(tiers("http://127.0.0.1:1", "eip155:10")).toEqual([["https://own.test"], [], []])
  expect(tiers("https://api.test", "eip155:1")).toEqual(getTiersWith("https://api.test"))
})
