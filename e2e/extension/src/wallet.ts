import {
  type Approval,
  type ApprovalRequest,
  bitcoinStandardNetworks,
  type DevNetwork,
  type DevWallet,
  getMockTokens,
  makeDevWallet,
  makeTestSigner,
  networksByChain,
  polkadotStandardNetworks,
  type Signer,
  solanaStandardNetworks,
  type WalletChain,
} from "@wmodal/dev-wallet"
import { makeBitcoinWalletChain, makeTestBitcoinSigner } from "@wmodal/dev-wallet/bitcoin"
import { makePolkadotWalletChain, makeTestPolkadotSigner } from "@wmodal/dev-wallet/polkadot"
import { makeSolanaWalletChain, makeTestSolanaSigner, mockSolanaTokens } from "@wmodal/dev-wallet/solana"
import type { Effect } from "effect"
import { type Config, makeJsonRpcNode, makeRestNode } from "./nodes.ts"

/** The initial networks. Base is omitted, so that a dApp has to add it. */
const networks: readonly [DevNetwork, ...DevNetwork[]] = [
  { chainId: 1, name: "Ethereum", rpcUrls: [] },
  { chainId: 137, name: "Polygon", rpcUrls: [], currency: { symbol: "POL", decimals: 18 } },
  { chainId: 11155111, name: "Sepolia", rpcUrls: [] },
]

const getTokens = ({ blockchain }: Config) =>
  Object.fromEntries(
    networks.map(({ chainId, currency = { symbol: "ETH", decimals: 18 } }) => [
      chainId,
      getMockTokens({
        blockchain,
        currency: { ...currency, name: currency.symbol },
        isTest: chainId === 11155111,
      }),
    ]),
  )

/** The first three accounts of the public test mnemonic. */
const signers: readonly [Signer, ...Signer[]] = [makeTestSigner(0), makeTestSigner(1), makeTestSigner(2)]

/** Returns the same three accounts on Solana, Bitcoin and Polkadot. */
const makeWalletChains = (config: Config): readonly WalletChain[] => [
  makeSolanaWalletChain({
    signers: [makeTestSolanaSigner(0), makeTestSolanaSigner(1), makeTestSolanaSigner(2)],
    networks: solanaStandardNetworks,
    tokens: mockSolanaTokens,
    rpc: ({ chain }, method, params) =>
      makeJsonRpcNode(config, networksByChain[chain].caipNetworkId)(method, params),
  }),
  makeBitcoinWalletChain({
    signers: [makeTestBitcoinSigner(0), makeTestBitcoinSigner(1), makeTestBitcoinSigner(2)],
    networks: bitcoinStandardNetworks,
    rpc: ({ chain }, method, params) => makeRestNode(config, networksByChain[chain].id)(method, params),
  }),
  makePolkadotWalletChain({
    signers: [makeTestPolkadotSigner(0), makeTestPolkadotSigner(1), makeTestPolkadotSigner(2)],
    networks: polkadotStandardNetworks,
  }),
]

export const makeWallet = (options: {
  readonly config: Config
  readonly approve: (request: ApprovalRequest) => Effect.Effect<Approval>
  readonly snapshot: unknown
  readonly smartAccount: boolean
  readonly signOnly: boolean
}): DevWallet =>
  makeDevWallet({
    signers,
    networks,
    approve: options.approve,
    rpc: ({ chainId }, method, params) =>
      makeJsonRpcNode(options.config, `eip155:${chainId}`)(method, params),
    sides: makeWalletChains(options.config),
    snapshot: options.snapshot,
    tokens: getTokens(options.config),
    features: { smartAccount: options.smartAccount, signOnly: options.signOnly },
  })
