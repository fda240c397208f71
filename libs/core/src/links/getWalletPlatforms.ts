import { parseAppLink } from "@wmodal/chains/walletconnect"
import type { WalletEntry } from "../connectors/WalletEntry.ts"

/** A way to ask a wallet: the extension of this browser, an app, a page, or the code for a phone. */
export type WalletPlatform = "browser" | "mobile" | "qrcode" | "webapp" | "desktop"

/**
 * The ways to ask a wallet, in the order to offer them; the first is the one to begin with. Empty where the wallet lives
 * in a browser alone and is not in this one: it must be had first. Pure. Source: the AppKit 1.7.2 wire.
 */
export const getWalletPlatforms = ({
  entry,
  mobile,
  installed,
}: {
  /** `null`: any wallet, by its code. */
  readonly entry: Pick<WalletEntry, "links" | "rdns" | "stores"> | null
  /** Whether this is a phone. */
  readonly mobile: boolean
  /** Whether a connector of this browser answers for it. */
  readonly installed: boolean
}): readonly WalletPlatform[] => {
  if (entry === null) return ["qrcode"]
  const opens = (link: string | null) => link !== null && parseAppLink(link) !== null
  const platforms: WalletPlatform[] = []
  if (installed) platforms.push("browser")
  if (opens(entry.links.mobile)) platforms.push(mobile ? "mobile" : "qrcode")
  if (opens(entry.links.webapp)) platforms.push("webapp")
  if (opens(entry.links.desktop) && !mobile) platforms.push("desktop")
  const browserAlone = entry.rdns !== null || entry.stores.chromeStore !== null
  // One that nobody knows how to open can still scan, or be given the link.
  return platforms.length === 0 && !browserAlone ? ["qrcode"] : platforms
}
