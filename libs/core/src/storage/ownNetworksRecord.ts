import { sanitizeLine } from "@wmodal/chains"
import { Decoder, decodeNetwork, isLoopbackUrl, isWebUrl, type Network, parseUrl } from "@wmodal/protocol"

/** Maximum lengths of what a user types about a network. */
export const maxNetworkNameLength = 40
export const maxCurrencyLength = 12

/**
 * Returns whether a node or an explorer of the user's may have this address: `https:`, or `http:` on the user's own
 * machine. An address with a password is refused: browsers do not request it.
 */
export const isOwnUrl = (text: string): boolean =>
  isWebUrl(text) && (parseUrl(text)?.protocol === "https:" || isLoopbackUrl(text))

/** Returns a network as the user's own, with clean texts; `null` without an address that its node may have. */
export const toOwnNetwork = (network: Network): Network | null => {
  const { name, symbol, decimals } = network.nativeCurrency
  const http = network.rpcUrls.default.http.filter(isOwnUrl)
  if (http.length === 0) return null
  const { caipNetworkId, chainNamespace, id, testnet } = network
  const explorer = network.blockExplorers?.default
  return {
    id,
    caipNetworkId,
    chainNamespace,
    ...(testnet && { testnet }),
    name: sanitizeLine(network.name, maxNetworkNameLength) || caipNetworkId,
    nativeCurrency: {
      name: sanitizeLine(name, maxCurrencyLength) || "?",
      symbol: sanitizeLine(symbol, maxCurrencyLength) || "?",
      decimals,
    },
    rpcUrls: { default: { http } },
    ...(explorer &&
      isOwnUrl(explorer.url) && {
        blockExplorers: {
          default: { name: sanitizeLine(explorer.name, maxNetworkNameLength), url: explorer.url },
        },
      }),
    addedByUser: true,
  }
}

/** The networks that users have added. Other scripts can write the record: it is checked again. */
export const ownNetworksRecord = {
  key: "@wmodal/own-networks",
  schema: Decoder.map(Decoder.list(decodeNetwork), (networks) =>
    networks.flatMap((network) => toOwnNetwork(network) ?? []),
  ),
}
