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
  /** The first is where the wallet starts. */
  readonly networks: readonly [Network, ...Network[]]
  readonly snapshot: unknown
  readonly approve: (request: ApprovalRequest) => Effect.Effect<Approval>
}): Effect.fn.Return<DevWallet, never, Fetch> {
  const fetch = yield* Fetch
  const hosts = yield* hostsInUse
  const [first, ...rest] = input.networks.flatMap(devNetwork)
  return makeDevWallet({
    signers: [input.signer],
    networks: [first ?? unnamed, ...rest],
    snapshot: input.snapshot,
    approve: input.approve,
    rpc: (network, method, params) =>
      makeRpc({ tiers: [network.rpcUrls] }).pipe(
        // Another node may not know yet what this one was told of the send.
        Effect.flatMap(({ pin }) => pin),
        Effect.flatMap((node) => node.request(method, params)),
        Effect.provideService(Fetch, fetch),
        Effect.provideService(Hosts, hosts),
        Effect.scoped,
      ),
  })
})

/** Where no EVM network is configured at all, the wallet is still on one. */
const unnamed: DevNetwork = { chainId: 1, name: "Ethereum", rpcUrls: [] }
