import {
  type Approval,
  type ApprovalRequest,
  bitcoinStandardNetworks,
  type DevNetwork,
  type DevWallet,
  makeDevWallet,
  mockTokens,
  networkOfChain,
  solanaStandardNetworks,
  testSigner,
} from "@wmodal/chains/dev"
import { bitcoinSide, testBitcoinSigner } from "@wmodal/chains/dev/bitcoin"
import { mockSolanaTokens, solanaSide, testSolanaSigner } from "@wmodal/chains/dev/solana"
import type { Network, Rpc } from "@wmodal/protocol"
import { evmNetworks, mainnet } from "@wmodal/protocol/networks"
import { Effect } from "effect"

export interface PhoneWalletOptions {
  /** The node of a network. */
  readonly nodeOf: (network: Pick<Network, "caipNetworkId" | "chainNamespace" | "id">) => Rpc
  /** Asks the phone's owner. @param signal aborted when whoever asked is gone */
  readonly ask: (request: ApprovalRequest, signal: AbortSignal) => Promise<Approval>
  readonly smartAccount: boolean
  /** What the wallet before this one remembered. */
  readonly snapshot: unknown
  /** Base URL of the server, which draws the pictures of tokens. */
  readonly blockchain: string
}

/** The keys of the first account of the world on all chains, as the wallet that signs with them. */
export const phoneWallet = (options: PhoneWalletOptions): DevWallet => {
  const { ask, blockchain, nodeOf, smartAccount, snapshot } = options
  const rpc: Parameters<typeof makeDevWallet>[0]["rpc"] = ({ chainId }, method, params) =>
    nodeOf({ caipNetworkId: `eip155:${chainId}`, chainNamespace: "eip155", id: chainId }).request(
      method,
      params,
    )
  return makeDevWallet({
    signers: [testSigner(0)],
    networks: [devNetwork(mainnet), ...evmNetworks.filter((one) => one !== mainnet).map(devNetwork)],
    approve: (request) => Effect.promise((signal) => ask(request, signal)),
    rpc,
    tokens: Object.fromEntries(
      evmNetworks.map(({ id, nativeCurrency, testnet }) => [
        id,
        mockTokens({ blockchain, currency: nativeCurrency, isTest: testnet === true }),
      ]),
    ),
    features: { smartAccount },
    sides: [
      solanaSide({
        signers: [testSolanaSigner(0)],
        networks: solanaStandardNetworks,
        tokens: mockSolanaTokens,
        rpc: ({ chain }, method, params) => nodeOf(networkOfChain[chain]).request(method, params),
      }),
      bitcoinSide({
        signers: [testBitcoinSigner(0)],
        networks: bitcoinStandardNetworks,
        rpc: ({ chain }, method, params) => nodeOf(networkOfChain[chain]).request(method, params),
      }),
    ],
    snapshot,
  })
}

const devNetwork = ({ id, name, nativeCurrency }: Network): DevNetwork => ({
  chainId: Number(id),
  name,
  rpcUrls: [],
  currency: nativeCurrency,
})
