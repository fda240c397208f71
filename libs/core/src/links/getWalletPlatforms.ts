import { parseAppLink } from "@wmodal/chains/walletconnect"
import type { WalletEntry } from "../connectors/WalletEntry.ts"

/** A platform of a wallet: the extension of this browser, an app, a web page, or the code for a phone. */
export type WalletPlatform = "browser" | "mobile" | "qrcode" | "webapp" | "desktop"

/**
 * Returns the platforms of a wallet, in the order to offer them; the first is the default. Empty for a browser-only
 * wallet that is not installed. Pure. Source: the AppKit 1.7.2 wire.
 */
export const getWalletPlatforms = ({
  entry,
  mobile,
  installed,
}: {
  /** `null`: any wallet, by its code. */
  readonly entry: Pick<WalletEntry, "links" | "rdns" | "stores"> | null
  /** True on a phone. */
  readonly mobile: boolean
  /** True when this browser has a connector for it. */
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
  // A wallet without known links can still scan the code, or receive the link.
  return platforms.length === 0 && !browserAlone ? ["qrcode"] : platforms
}
