import {
  type Approval,
  type ApprovalRequest,
  type DevNetwork,
  type DevWallet,
  makeDevWallet,
  type Signer,
  SignerError,
} from "@wmodal/chains/dev"
import { Fetch, Hosts, hostsInUse, makeRpc, type Network } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Settings } from "../settings/Settings.ts"
import { tiersOf } from "../settings/tiersOf.ts"

/** Who asks, in the wallet's eyes. */
export const origin = "wmodal in this terminal"

const devNetwork = (network: Network): readonly DevNetwork[] =>
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

/** Shows an address and signs nothing: for commands that only look, which must not open the key. */
export const watchOnly = (address: `0x${string}`): Signer => {
  const refuse = Effect.fail(new SignerError({ what: "sign with a wallet that was opened to look" }))
  return { address, signMessage: () => refuse, signTypedData: () => refuse, signTransaction: () => refuse }
}

export const openWallet = Effect.fnUntraced(function* (input: {
  readonly signer: Signer
  /** The wallet starts on the first of its networks. */
  readonly settings: Settings
  readonly snapshot: unknown
  readonly approve: (request: ApprovalRequest) => Effect.Effect<Approval>
}): Effect.fn.Return<DevWallet, never, Fetch> {
  const fetch = yield* Fetch
  const hosts = yield* hostsInUse
  const { settings } = input
  const [first, ...rest] = settings.networks.flatMap(devNetwork)
  return makeDevWallet({
    signers: [input.signer],
    networks: [first ?? unnamed, ...rest],
    snapshot: input.snapshot,
    approve: input.approve,
    rpc: ({ chainId, rpcUrls }, method, params) => {
      const known = settings.networks.find(({ id }) => id === chainId)
      return makeRpc({ tiers: known === undefined ? [rpcUrls] : tiersOf(settings, known) }).pipe(
        // Another node may not know yet what this one was told of the send.
        Effect.flatMap(({ pin }) => pin),
        Effect.flatMap((node) => node.request(method, params)),
        Effect.provideService(Fetch, fetch),
        Effect.provideService(Hosts, hosts),
        Effect.scoped,
      )
    },
  })
})

/** Where no EVM network is configured at all, the wallet is still on one. */
const unnamed: DevNetwork = { chainId: 1, name: "Ethereum", rpcUrls: [] }
