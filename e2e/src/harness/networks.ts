import type { Network } from "@wmodal/protocol"
import { mainnet, polygon } from "@wmodal/protocol/networks"
import type { World } from "./world.ts"

const evmNetwork = (
  { blockchain, projectId }: World,
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
    default: { http: [`${blockchain}/v1?${new URLSearchParams({ chainId: `eip155:${id}`, projectId })}`] },
  },
  blockExplorers: { default: { name: "Explorer", url: "https://explorer.invalid" } },
  ...(imageId && { assets: { imageId } }),
})

/** The networks of the stories, as a page of this world passes them. */
export const networksOf = (world: World) => ({
  ethereum: evmNetwork(world, 1, "Ethereum", "ETH", mainnet.assets?.imageId),
  polygon: evmNetwork(world, 137, "Polygon", "POL", polygon.assets?.imageId),
  /** Not in the test wallet until a page adds it. */
  base: evmNetwork(world, 8453, "Base", "ETH"),
  /** In the test wallet, and on no page's list unless a story says so. */
  sepolia: evmNetwork(world, 11155111, "Sepolia", "ETH"),
})

export type StoryNetwork = keyof ReturnType<typeof networksOf>
