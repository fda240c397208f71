import { makeNodeTiers } from "@wmodal/api"
import { announce } from "@wmodal/chains/announce"
import {
  bitcoinStandardNetworks,
  type DevNetwork,
  getMockTokens,
  makeDevWallet,
  makeTestSigner,
  networksByChain,
  reviewRequest,
  type StandardNetwork,
  solanaStandardNetworks,
  type WalletChain,
} from "@wmodal/dev-wallet"
import { makeBitcoinWalletChain, makeTestBitcoinSigner } from "@wmodal/dev-wallet/bitcoin"
import { registerWallet } from "@wmodal/dev-wallet/page"
import { makeSolanaWalletChain, makeTestSolanaSigner, mockSolanaTokens } from "@wmodal/dev-wallet/solana"
import { type CaipNetworkId, Fetch, makeFetch, makeRpc, type Network, type Rpc } from "@wmodal/protocol"
import { makeRest } from "@wmodal/protocol/rest"
import { Effect, Scope } from "effect"
import { type DemoConfig, getMockServer } from "./config.ts"
import { devWalletKey } from "./devWalletKey.ts"
import { askPerson } from "./prompt.ts"

const name = "Dev wallet"
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%23145c43'/%3E%3Cpath d='M16 13l-7 7 7 7m8-14 7 7-7 7' fill='none' stroke='%23fff' stroke-width='3' stroke-linecap='round' stroke-linejoin='round'/%3E%3C/svg%3E"

const stored = (): unknown => {
  try {
    return JSON.parse(sessionStorage.getItem(devWalletKey) ?? "null")
  } catch {
    return null
  }
}

const getTiers = (network: Network, { projectId, endpoints, rpc }: DemoConfig) =>
  makeNodeTiers({
    network,
    own: rpc[network.caipNetworkId] ?? [],
    proxy:
      endpoints.blockchain === undefined
        ? null
        : {
            baseUrl: endpoints.blockchain,
            projectId,
            // No proxy supports the REST API of Bitcoin nodes.
            ...(network.chainNamespace === "bip122" && { gate: { excludes: () => true } }),
          },
  })

/** Returns the tokens of a mock server. On other servers their addresses may hold anything. */
const getTokens = (networks: readonly Network[], { endpoints }: DemoConfig) => {
  const blockchain = getMockServer(endpoints)
  return blockchain === null
    ? {}
    : Object.fromEntries(
        networks.map(({ id, nativeCurrency, testnet }) => [
          id,
          getMockTokens({ blockchain, currency: nativeCurrency, isTest: testnet === true }),
        ]),
      )
}

const http = makeFetch((request, init) => fetch(request, init))

/** Returns an RPC client per network of the wallet, created on first use and kept as long as the page. */
const makeRpcLookup = (networks: readonly Network[], config: DemoConfig) => {
  const page = Effect.runSync(Scope.make())
  const made = new Map<string, Rpc>()
  return (id: CaipNetworkId, rpcUrls: readonly string[] = []): Rpc => {
    const known = networks.find(({ caipNetworkId }) => caipNetworkId === id)
    const tiers = known === undefined ? [rpcUrls] : getTiers(known, config)
    const rpc =
      made.get(id) ??
      (known?.chainNamespace === "bip122" ? makeRest({ tiers }) : makeRpc({ tiers })).pipe(
        Effect.provideService(Fetch, http),
        Effect.provideService(Scope.Scope, page),
        Effect.runSync,
      )
    made.set(id, rpc)
    return rpc
  }
}

/** Creates the same accounts on Solana and Bitcoin, when the page has their networks. */
const makeDevSides = (
  networks: readonly Network[],
  config: DemoConfig,
  rpcOf: ReturnType<typeof makeRpcLookup>,
): readonly WalletChain[] => {
  const idOf = ({ chain }: StandardNetwork) => networksByChain[chain].caipNetworkId
  const isThere = (network: StandardNetwork) =>
    networks.some(({ caipNetworkId }) => caipNetworkId === idOf(network))
  const ask = (network: StandardNetwork, method: string, params: readonly unknown[]) =>
    rpcOf(idOf(network)).request(method, params)
  const [onSolana, ...moreOnSolana] = solanaStandardNetworks.filter(isThere)
  const [onBitcoin, ...moreOnBitcoin] = bitcoinStandardNetworks.filter(isThere)
  return [
    ...(onSolana === undefined
      ? []
      : [
          makeSolanaWalletChain({
            signers: [makeTestSolanaSigner(0), makeTestSolanaSigner(1)],
            networks: [onSolana, ...moreOnSolana],
            tokens: getMockServer(config.endpoints) === null ? [] : mockSolanaTokens,
            rpc: ask,
          }),
        ]),
    ...(onBitcoin === undefined
      ? []
      : [
          makeBitcoinWalletChain({
            signers: [makeTestBitcoinSigner(0), makeTestBitcoinSigner(1)],
            networks: [onBitcoin, ...moreOnBitcoin],
            rpc: ask,
          }),
        ]),
  ]
}

/** The wallet's network when the page has no EVM network. */
const unnamed: DevNetwork = { chainId: 1, name: "Ethereum", rpcUrls: [] }

/**
 * Starts a wallet with the first two accounts of the test mnemonic per chain. It announces itself as a real wallet
 * does.
 */
export const startDevWallet = (
  networks: readonly Network[],
  config: DemoConfig,
  features: { readonly smartAccount: boolean },
) => {
  const rpcOf = makeRpcLookup(networks, config)
  const ofEvm = networks.filter(({ chainNamespace }) => chainNamespace === "eip155")
  const [first, ...others] = ofEvm.map(
    ({ id, name, nativeCurrency }): DevNetwork => ({
      chainId: Number(id),
      name,
      rpcUrls: [],
      currency: nativeCurrency,
    }),
  )
  const nodeOf = ({ chainId, rpcUrls }: DevNetwork) => rpcOf(`eip155:${chainId}`, rpcUrls)
  const wallet = makeDevWallet({
    signers: [makeTestSigner(0), makeTestSigner(1)],
    networks: [first ?? unnamed, ...others],
    approve: askPerson,
    review: reviewRequest,
    rpc: (network, method, params) => nodeOf(network).request(method, params),
    pin: (network) => nodeOf(network).pin,
    snapshot: stored(),
    tokens: getTokens(ofEvm, config),
    sides: makeDevSides(networks, config, rpcOf),
    features,
  })
  wallet.subscribe((snapshot) => {
    try {
      sessionStorage.setItem(devWalletKey, JSON.stringify(snapshot))
    } catch {
      // Without storage the wallet forgets this page at the next load and prompts again.
    }
  })
  if (first !== undefined) {
    announce(window, wallet.provider(location.origin), {
      uuid: crypto.randomUUID(),
      name,
      icon,
      rdns: "example.wmodal.dev",
    })
  }
  if (wallet.sides.length > 0) registerWallet(window, wallet.standard(location.origin, { name, icon }))
}
