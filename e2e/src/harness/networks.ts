import type { Network } from "@wmodal/protocol"
import { bitcoin, polkadot, solana } from "@wmodal/protocol/networks"
import type { TestWorld } from "./testWorld.ts"

const makeEvmNetwork = (world: TestWorld, id: number, name: string, symbol: string): Network => ({
  id,
  caipNetworkId: `eip155:${id}`,
  chainNamespace: "eip155",
  name,
  nativeCurrency: { name: symbol, symbol, decimals: 18 },
  rpcUrls: {
    default: { http: [`${world.blockchain}/v1?${toRpcQuery(world, `eip155:${id}`)}`] },
  },
  blockExplorers: { default: { name: "Explorer", url: "https://explorer.invalid" } },
})

const toRpcQuery = ({ projectId }: TestWorld, chainId: string) => new URLSearchParams({ chainId, projectId })

const withRpcUrl = (network: Network, url: string): Network => ({
  ...network,
  rpcUrls: { default: { http: [url] } },
})

/** Returns the REST URL of a world's Bitcoin node. */
const getBitcoinNodeUrl = ({ blockchain, projectId }: TestWorld) =>
  `${new URL(blockchain).origin}/w/${projectId}/bitcoin/${bitcoin.id}/api`

/** Returns the networks of the stories with this world's endpoints. */
export const makeStoryNetworks = (world: TestWorld) => ({
  ethereum: makeEvmNetwork(world, 1, "Ethereum", "ETH"),
  polygon: makeEvmNetwork(world, 137, "Polygon", "POL"),
  /** Missing in the test wallet until a dApp adds it. */
  base: makeEvmNetwork(world, 8453, "Base", "ETH"),
  /** Known to the test wallet, and absent from dApps unless a story adds it. */
  sepolia: makeEvmNetwork(world, 11155111, "Sepolia", "ETH"),
  solana: withRpcUrl(solana, `${world.blockchain}/v1?${toRpcQuery(world, solana.caipNetworkId)}`),
  bitcoin: withRpcUrl(bitcoin, getBitcoinNodeUrl(world)),
  /** No request goes to its node. The directory has no image of this network, so it has Ethereum's. */
  polkadot: { ...polkadot, assets: { imageId: "ba0ba0cd-17c6-4806-ad93-f9d174f17900" } },
})

export const storyNetworks = [
  "ethereum",
  "polygon",
  "base",
  "sepolia",
  "solana",
  "bitcoin",
  "polkadot",
] as const
export type StoryNetwork = keyof ReturnType<typeof makeStoryNetworks>
