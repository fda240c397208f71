import { walletBrowsers } from "@wmodal/chains"
import type { Namespace } from "@wmodal/protocol"
import { parseUrl } from "@wmodal/protocol"
import type { Device } from "./Device.ts"
import { getLinkTarget, type WalletLink } from "./toWalletLink.ts"

/**
 * Returns the link that opens the web page in a wallet's own browser if it has no pairing link for a chain.
 * `null` for every other wallet and chain, and off phones. To be opened inside the tap. Pure.
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
  const origin = parseUrl(page)?.origin
  if (!mobile || origin === undefined) return null
  const redirect = walletBrowsers[namespace]?.get(name)?.(
    encodeURIComponent(page),
    encodeURIComponent(origin),
  )
  return redirect === undefined ? null : { redirect, href: redirect, target: getLinkTarget("mobile", device) }
}
