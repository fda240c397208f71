import type { Network } from "@wmodal/protocol"
import { bitcoin, mainnet, polygon, solana } from "@wmodal/protocol/networks"
import type { World } from "./world.ts"

const evmNetwork = (world: World, id: number, name: string, symbol: string, imageId?: string): Network => ({
  id,
  caipNetworkId: `eip155:${id}`,
  chainNamespace: "eip155",
  name,
  nativeCurrency: { name: symbol, symbol, decimals: 18 },
  rpcUrls: {
    default: { http: [`${world.blockchain}/v1?${queryOf(world, `eip155:${id}`)}`] },
  },
  blockExplorers: { default: { name: "Explorer", url: "https://explorer.invalid" } },
  ...(imageId && { assets: { imageId } }),
})

const queryOf = ({ projectId }: World, chainId: string) => new URLSearchParams({ chainId, projectId })

const at = (network: Network, url: string): Network => ({ ...network, rpcUrls: { default: { http: [url] } } })

/** Bitcoin's node of a world: it speaks REST. */
const bitcoinNode = ({ blockchain, projectId }: World) =>
  `${new URL(blockchain).origin}/w/${projectId}/bitcoin/${bitcoin.id}/api`

/** The networks of the stories, as a page of this world passes them. */
export const networksOf = (world: World) => ({
  ethereum: evmNetwork(world, 1, "Ethereum", "ETH", mainnet.assets?.imageId),
  polygon: evmNetwork(world, 137, "Polygon", "POL", polygon.assets?.imageId),
  /** Not in the test wallet until a page adds it. */
  base: evmNetwork(world, 8453, "Base", "ETH"),
  /** In the test wallet, and on no page's list unless a story says so. */
  sepolia: evmNetwork(world, 11155111, "Sepolia", "ETH"),
  solana: at(solana, `${world.blockchain}/v1?${queryOf(world, solana.caipNetworkId)}`),
  bitcoin: at(bitcoin, bitcoinNode(world)),
})

export const storyNetworks = ["ethereum", "polygon", "base", "sepolia", "solana", "bitcoin"] as const
export type StoryNetwork = keyof ReturnType<typeof networksOf>
