import {
  type Approval,
  type ApprovalRequest,
  type DevNetwork,
  type DevWallet,
  makeDevWallet,
  type Signer,
  type WalletChain,
} from "@wmodal/dev-wallet"
import { currentHosts, type Fetch, Hosts, makeRpc, type Network, type Rpc } from "@wmodal/protocol"
import { Context, Effect, type Scope } from "effect"
import { getNodeTiers } from "../settings/nodeTiers.ts"
import type { Settings } from "../settings/Settings.ts"

/** The name of the requester as the wallet shows it. */
export const origin = "wmodal in this terminal"

const toDevNetworks = (network: Network): readonly DevNetwork[] =>
  typeof network.id === "number"
    ? [
        {
          chainId: network.id,
          name: network.name,
          rpcUrls: network.rpcUrls.default.http,
          currency: network.nativeCurrency,
        },
      ]
    : []

type WalletOptions = Parameters<typeof makeDevWallet>[0]

export const openWallet = Effect.fnUntraced(function* (input: {
  readonly signer: Signer
  /** The wallet starts on the first of these networks. */
  readonly settings: Settings
  readonly snapshot: unknown
  readonly approve: (request: ApprovalRequest) => Effect.Effect<Approval>
  readonly tokens?: NonNullable<WalletOptions["tokens"]>
  readonly features?: NonNullable<WalletOptions["features"]>
  readonly sides?: readonly WalletChain[]
}): Effect.fn.Return<DevWallet, never, Fetch | Scope.Scope> {
  const { settings } = input
  const rpcOf = yield* makeNodes(settings)
  const [first, ...rest] = settings.networks.flatMap(toDevNetworks)
  return makeDevWallet({
    signers: [input.signer],
    networks: [first ?? fallbackNetwork, ...rest],
    snapshot: input.snapshot,
    approve: input.approve,
    ...(input.tokens && { tokens: input.tokens }),
    ...(input.features && { features: input.features }),
    ...(input.sides && { sides: input.sides }),
    rpc: (network, method, params) =>
      Effect.flatMap(rpcOf(network), ({ request }) => request(method, params)),
    pin: (network) => Effect.flatMap(rpcOf(network), ({ pin }) => pin),
  })
})

/** Makes a client per network on demand. */
const makeNodes = Effect.fnUntraced(function* (settings: Settings) {
  const deps = Context.add(yield* Effect.context<Fetch | Scope.Scope>(), Hosts, yield* currentHosts)
  const made = new Map<number, Rpc>()
  return ({ chainId, rpcUrls }: DevNetwork) =>
    Effect.suspend(() => {
      const rpc = made.get(chainId)
      if (rpc !== undefined) return Effect.succeed(rpc)
      const known = settings.networks.find(({ id }) => id === chainId)
      return makeRpc({ tiers: known === undefined ? [rpcUrls] : getNodeTiers(settings, known) }).pipe(
        Effect.provideContext(deps),
        Effect.tap((rpc) => Effect.sync(() => made.set(chainId, rpc))),
      )
    })
})

/** The network of the wallet if no EVM network is configured. */
const fallbackNetwork: DevNetwork = { chainId: 1, name: "Ethereum", rpcUrls: [] }
