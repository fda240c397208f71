import {
  type Approval,
  type ApprovalRequest,
  bitcoinStandardNetworks,
  type DevNetwork,
  type DevWallet,
  getMockTokens,
  makeDevWallet,
  networksByChain,
  polkadotStandardNetworks,
  type Signer,
  solanaStandardNetworks,
} from "@wmodal/dev-wallet"
import { type BitcoinSigner, makeBitcoinWalletChain } from "@wmodal/dev-wallet/bitcoin"
import { makePolkadotWalletChain, type PolkadotSigner } from "@wmodal/dev-wallet/polkadot"
import { makeSolanaWalletChain, mockSolanaTokens, type SolanaSigner } from "@wmodal/dev-wallet/solana"
import type { Network, Rpc } from "@wmodal/protocol"
import { evmNetworks, mainnet } from "@wmodal/protocol/networks"
import { Effect } from "effect"

/** One account of each chain; `null` when it has none there. */
export interface WalletKeys {
  readonly evm: Signer
  readonly solana: SolanaSigner | null
  readonly bitcoin: BitcoinSigner | null
  readonly polkadot: PolkadotSigner | null
}

export interface KeyedWalletOptions {
  readonly keys: WalletKeys
  /** Returns the node of a network. */
  readonly nodeOf: (network: Pick<Network, "caipNetworkId" | "chainNamespace" | "id">) => Rpc
  /** Prompts the wallet's owner. @param signal aborted when the requester is gone */
  readonly ask: (request: ApprovalRequest, signal: AbortSignal) => Promise<Approval>
  readonly smartAccount: boolean
  /** The stored state of the previous wallet. */
  readonly snapshot: unknown
  /** Base URL of the server, which renders the token images. */
  readonly blockchain: string
}

/** Creates a wallet that signs with the accounts. */
export const makeKeyedWallet = (options: KeyedWalletOptions): DevWallet => {
  const { ask, blockchain, keys, nodeOf, smartAccount, snapshot } = options
  const rpc: Parameters<typeof makeDevWallet>[0]["rpc"] = ({ chainId }, method, params) =>
    nodeOf({ caipNetworkId: `eip155:${chainId}`, chainNamespace: "eip155", id: chainId }).request(
      method,
      params,
    )
  return makeDevWallet({
    signers: [keys.evm],
    networks: [toDevNetwork(mainnet), ...evmNetworks.filter((one) => one !== mainnet).map(toDevNetwork)],
    approve: (request) => Effect.promise((signal) => ask(request, signal)),
    rpc,
    tokens: Object.fromEntries(
      evmNetworks.map((network) => [network.id, getKnownTokens(network, blockchain)]),
    ),
    features: { smartAccount },
    sides: [
      ...(keys.solana === null
        ? []
        : [
            makeSolanaWalletChain({
              signers: [keys.solana],
              networks: solanaStandardNetworks,
              tokens: mockSolanaTokens,
              rpc: ({ chain }, method, params) => nodeOf(networksByChain[chain]).request(method, params),
            }),
          ]),
      ...(keys.bitcoin === null
        ? []
        : [
            makeBitcoinWalletChain({
              signers: [keys.bitcoin],
              networks: bitcoinStandardNetworks,
              rpc: ({ chain }, method, params) => nodeOf(networksByChain[chain]).request(method, params),
            }),
          ]),
      ...(keys.polkadot === null
        ? []
        : [makePolkadotWalletChain({ signers: [keys.polkadot], networks: polkadotStandardNetworks })]),
    ],
    snapshot,
  })
}

/** Returns the wallet's token list of a network. @param blockchain as in the options */
export const getKnownTokens = ({ nativeCurrency, testnet }: Network, blockchain: string) =>
  getMockTokens({ blockchain, currency: nativeCurrency, isTest: testnet === true })

/** Returns the network in the wallet's format. */
export const toDevNetwork = ({ id, name, nativeCurrency }: Network): DevNetwork => ({
  chainId: Number(id),
  name,
  rpcUrls: [],
  currency: nativeCurrency,
})
