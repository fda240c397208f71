import { type Network, parseUrl } from "@wmodal/protocol"
import type { CustomWallet } from "./Options.ts"

/** Returns the hosts of images that the host app's own options name. A path is on the page's own. */
export const getImageHosts = (urls: readonly (string | undefined)[]): readonly string[] =>
  urls.flatMap((url) => {
    const host = url === undefined ? undefined : parseUrl(url)?.host
    return host ? [host] : []
  })

/** Returns the images of networks and wallets that the host app has passed. */
export const getOwnImages = (
  networks: readonly Network[],
  customWallets: readonly CustomWallet[],
): readonly (string | undefined)[] => [
  ...networks.map(({ assets }) => assets?.imageUrl),
  ...customWallets.map(({ imageUrl }) => imageUrl),
]
