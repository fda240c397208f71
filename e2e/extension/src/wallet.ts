import {
  type Approval,
  type ApprovalRequest,
  bitcoinStandardNetworks,
  type DevNetwork,
  type DevWallet,
  makeDevWallet,
  mockTokens,
  networkOfChain,
  type Side,
  type Signer,
  solanaStandardNetworks,
  testSigner,
} from "@wmodal/dev-wallet"
import { bitcoinSide, testBitcoinSigner } from "@wmodal/dev-wallet/bitcoin"
import { mockSolanaTokens, solanaSide, testSolanaSigner } from "@wmodal/dev-wallet/solana"
import type { Effect } from "effect"
import { type Config, makeJsonRpcNode, makeRestNode } from "./nodes.ts"

/** What it knows before any page adds one. Base is left out, so that a page has to add it. */
const networks: readonly [DevNetwork, ...DevNetwork[]] = [
  { chainId: 1, name: "Ethereum", rpcUrls: [] },
  { chainId: 137, name: "Polygon", rpcUrls: [], currency: { symbol: "POL", decimals: 18 } },
  { chainId: 11155111, name: "Sepolia", rpcUrls: [] },
]

const getTokens = ({ blockchain }: Config) =>
  Object.fromEntries(
    networks.map(({ chainId, currency = { symbol: "ETH", decimals: 18 } }) => [
      chainId,
      mockTokens({
        blockchain,
        currency: { ...currency, name: currency.symbol },
        isTest: chainId === 11155111,
      }),
    ]),
  )

/** The first three accounts of the public test mnemonic. */
const signers: readonly [Signer, ...Signer[]] = [testSigner(0), testSigner(1), testSigner(2)]

/** The same three accounts on Solana and Bitcoin. */
const makeSides = (config: Config): readonly Side[] => [
  solanaSide({
    signers: [testSolanaSigner(0), testSolanaSigner(1), testSolanaSigner(2)],
    networks: solanaStandardNetworks,
    tokens: mockSolanaTokens,
    rpc: ({ chain }, method, params) =>
      makeJsonRpcNode(config, networkOfChain[chain].caipNetworkId)(method, params),
  }),
  bitcoinSide({
    signers: [testBitcoinSigner(0), testBitcoinSigner(1), testBitcoinSigner(2)],
    networks: bitcoinStandardNetworks,
    rpc: ({ chain }, method, params) => makeRestNode(config, networkOfChain[chain].id)(method, params),
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
    sides: makeSides(options.config),
    snapshot: options.snapshot,
    tokens: getTokens(options.config),
    features: { smartAccount: options.smartAccount, signOnly: options.signOnly },
  })
