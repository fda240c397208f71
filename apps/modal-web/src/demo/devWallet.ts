import { announce } from "@wmodal/chains/announce"
import { type DevNetwork, makeDevWallet, testSigner } from "@wmodal/chains/dev"
import { Fetch, makeFetch, makeRpc, type Network, type Rpc } from "@wmodal/protocol"
import { Effect, Scope } from "effect"
import type { DemoConfig } from "./config.ts"
import { devWalletKey } from "./devWalletKey.ts"
import { askPerson } from "./prompt.ts"

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%23145c43'/%3E%3Cpath d='M16 13l-7 7 7 7m8-14 7 7-7 7' fill='none' stroke='%23fff' stroke-width='3' stroke-linecap='round' stroke-linejoin='round'/%3E%3C/svg%3E"

const stored = (): unknown => {
  try {
    return JSON.parse(sessionStorage.getItem(devWalletKey) ?? "null")
  } catch {
    return null
  }
}

const nodesOf = (network: Network, { projectId, endpoints, rpc }: DemoConfig) => [
  ...(rpc[network.caipNetworkId] ?? []),
  ...(endpoints.blockchain === undefined
    ? network.rpcUrls.default.http
    : [`${endpoints.blockchain}/v1?${new URLSearchParams({ chainId: network.caipNetworkId, projectId })}`]),
]

const http = makeFetch((request, init) => fetch(request, init))

const rpcsOf = (networks: readonly Network[], config: DemoConfig): ReadonlyMap<number, Rpc> =>
  new Map(
    networks.map((network) => [
      Number(network.id),
      makeRpc({ tiers: [nodesOf(network, config)] }).pipe(
        Effect.provideService(Fetch, http),
        // As long as the page.
        Effect.provideService(Scope.Scope, Effect.runSync(Scope.make())),
        Effect.runSync,
      ),
    ]),
  )

/** A wallet with the test mnemonic's first two accounts, announced to the page as a real one would be. */
export const startDevWallet = (networks: readonly Network[], config: DemoConfig) => {
  const rpcs = rpcsOf(networks, config)
  const [first, ...others] = networks.map(
    ({ id, name, nativeCurrency }): DevNetwork => ({
      chainId: Number(id),
      name,
      rpcUrls: [],
      currency: nativeCurrency,
    }),
  )
  if (first === undefined) return
  const wallet = makeDevWallet({
    signers: [testSigner(0), testSigner(1)],
    networks: [first, ...others],
    approve: askPerson,
    rpc: ({ chainId, rpcUrls }, method, params) =>
      Effect.gen(function* () {
        const rpc = rpcs.get(chainId) ?? (yield* makeRpc({ tiers: [rpcUrls] }))
        const node = yield* rpc.pin
        return yield* node.request(method, params)
      }).pipe(Effect.provideService(Fetch, http), Effect.scoped),
    snapshot: stored(),
  })
  wallet.subscribe((snapshot) => {
    try {
      sessionStorage.setItem(devWalletKey, JSON.stringify(snapshot))
    } catch {
      // Without storage the wallet forgets this page at the next load, and asks again.
    }
  })
  announce(window, wallet.provider(location.origin), {
    uuid: crypto.randomUUID(),
    name: "Dev wallet",
    icon,
    rdns: "example.wmodal.dev",
  })
}
