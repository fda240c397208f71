import type { Namespace } from "@wmodal/protocol"
import type { Device } from "./Device.ts"
import { getLinkTarget, type WalletLink } from "./toWalletLink.ts"

/**
 * Returns the link that opens the web page in a wallet's own browser: two wallets have no pairing link for Solana.
 * `null` for every other wallet and chain, and off phones. To be opened inside the tap. Pure. Source: the AppKit
 * 1.7.2 wire.
 */
export const toBrowseLink = ({
  name,
  namespace,
  page,
  mobile,
  device,
}: {
  readonly name: string
  /** The active network's namespace. */
  readonly namespace: Namespace
  /** The address of the web page. */
  readonly page: string
  readonly mobile: boolean
  readonly device: Device
}): WalletLink | null => {
  const origin = URL.parse(page)?.origin
  if (namespace !== "solana" || !mobile || origin === undefined) return null
  const redirect = browseLinksByWallet.get(name)?.(encodeURIComponent(page), encodeURIComponent(origin))
  return redirect === undefined ? null : { redirect, href: redirect, target: getLinkTarget("mobile", device) }
}

/** A Map, because a wallet's name may be `constructor`. */
const browseLinksByWallet = new Map<string, (page: string, origin: string) => string>([
  ["Phantom", (page, origin) => `https://phantom.app/ul/browse/${page}?ref=${origin}`],
  ["Coinbase Wallet", (page) => `https://go.cb-w.com/dapp?cb_url=${page}`],
])
