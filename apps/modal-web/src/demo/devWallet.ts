import { nodeTiers } from "@wmodal/api"
import { announce } from "@wmodal/chains/announce"
import { type DevNetwork, makeDevWallet, mockTokens, testSigner } from "@wmodal/chains/dev"
import { Fetch, isLoopbackUrl, makeFetch, makeRpc, type Network, type Rpc } from "@wmodal/protocol"
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

const tiersOf = (network: Network, { projectId, endpoints, rpc }: DemoConfig) =>
  nodeTiers({
    network,
    own: rpc[network.caipNetworkId] ?? [],
    proxy: endpoints.blockchain === undefined ? null : { baseUrl: endpoints.blockchain, projectId },
  })

/** On a mock server of this machine alone: elsewhere there may be anything at the addresses of its tokens. */
const tokensOn = (networks: readonly Network[], { endpoints: { blockchain } }: DemoConfig) =>
  blockchain === undefined || !isLoopbackUrl(blockchain)
    ? {}
    : Object.fromEntries(
        networks.map(({ id, nativeCurrency, testnet }) => [
          id,
          mockTokens({ blockchain, currency: nativeCurrency, isTest: testnet === true }),
        ]),
      )

const http = makeFetch((request, init) => fetch(request, init))

/** Who reaches each of the wallet's networks, made when first asked for and kept as long as the page. */
const makeRpcOf = (networks: readonly Network[], config: DemoConfig) => {
  const page = Effect.runSync(Scope.make())
  const made = new Map<number, Rpc>()
  return ({ chainId, rpcUrls }: DevNetwork): Rpc => {
    const known = networks.find(({ id }) => id === chainId)
    const rpc =
      made.get(chainId) ??
      makeRpc({ tiers: known === undefined ? [rpcUrls] : tiersOf(known, config) }).pipe(
        Effect.provideService(Fetch, http),
        Effect.provideService(Scope.Scope, page),
        Effect.runSync,
      )
    made.set(chainId, rpc)
    return rpc
  }
}

/** A wallet with the test mnemonic's first two accounts, announced to the page as a real one would be. */
export const startDevWallet = (
  networks: readonly Network[],
  config: DemoConfig,
  features: { readonly smartAccount: boolean },
) => {
  const rpcOf = makeRpcOf(networks, config)
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
    rpc: (network, method, params) => rpcOf(network).request(method, params),
    pin: (network) => rpcOf(network).pin,
    snapshot: stored(),
    tokens: tokensOn(networks, config),
    features,
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
