import type { Namespace } from "@wmodal/protocol"

/** Returns the link that opens a page in a wallet's own browser. Both texts are percent-encoded. */
type ToBrowserLink = (page: string, origin: string) => string

/**
 * The wallets without a pairing link for a chain, by name, with the links to their browsers. Maps, because a wallet's
 * name may be `constructor`. Source: the AppKit 1.7.2 wire.
 */
export const walletBrowsers: Partial<Readonly<Record<Namespace, ReadonlyMap<string, ToBrowserLink>>>> = {
  solana: new Map<string, ToBrowserLink>([
    ["Phantom", (page, origin) => `https://phantom.app/ul/browse/${page}?ref=${origin}`],
    ["Coinbase Wallet", (page) => `https://go.cb-w.com/dapp?cb_url=${page}`],
  ]),
}
