import type { Network } from "@wmodal/protocol"
import { bitcoin, mainnet, polygon, solana } from "@wmodal/protocol/networks"
import type { TestWorld } from "./testWorld.ts"

const makeEvmNetwork = (
  world: TestWorld,
  id: number,
  name: string,
  symbol: string,
  imageId?: string,
): Network => ({
  id,
  caipNetworkId: `eip155:${id}`,
  chainNamespace: "eip155",
  name,
  nativeCurrency: { name: symbol, symbol, decimals: 18 },
  rpcUrls: {
    default: { http: [`${world.blockchain}/v1?${toRpcQuery(world, `eip155:${id}`)}`] },
  },
  blockExplorers: { default: { name: "Explorer", url: "https://explorer.invalid" } },
  ...(imageId && { assets: { imageId } }),
})

const toRpcQuery = ({ projectId }: TestWorld, chainId: string) => new URLSearchParams({ chainId, projectId })

const withRpcUrl = (network: Network, url: string): Network => ({
  ...network,
  rpcUrls: { default: { http: [url] } },
})

/** Bitcoin's node of a world: it speaks REST. */
const getBitcoinNodeUrl = ({ blockchain, projectId }: TestWorld) =>
  `${new URL(blockchain).origin}/w/${projectId}/bitcoin/${bitcoin.id}/api`

/** The networks of the stories, as a page of this world passes them. */
export const makeStoryNetworks = (world: TestWorld) => ({
  ethereum: makeEvmNetwork(world, 1, "Ethereum", "ETH", mainnet.assets?.imageId),
  polygon: makeEvmNetwork(world, 137, "Polygon", "POL", polygon.assets?.imageId),
  /** Not in the test wallet until a page adds it. */
  base: makeEvmNetwork(world, 8453, "Base", "ETH"),
  /** In the test wallet, and on no page's list unless a story says so. */
  sepolia: makeEvmNetwork(world, 11155111, "Sepolia", "ETH"),
  solana: withRpcUrl(solana, `${world.blockchain}/v1?${toRpcQuery(world, solana.caipNetworkId)}`),
  bitcoin: withRpcUrl(bitcoin, getBitcoinNodeUrl(world)),
})

export const storyNetworks = ["ethereum", "polygon", "base", "sepolia", "solana", "bitcoin"] as const
export type StoryNetwork = keyof ReturnType<typeof makeStoryNetworks>
