import { parseAppLink } from "@wmodal/chains/walletconnect"
import type { Device } from "./Device.ts"

/** A link that the UI may open unchanged, without an opener and without a referrer. */
export interface WalletLink {
  /** The link with the pairing URI: it contains the pairing's key, and is never logged or stored. */
  readonly redirect: string
  /** The link without the pairing URI: opened for later requests. */
  readonly href: string
  readonly target: "_self" | "_top" | "_blank"
}

/** The kind of app that is opened. */
export type LinkPlatform = "mobile" | "desktop" | "webapp"

/**
 * `null` when `link` must never be opened: only `https:` and schemes of apps may. Pure. Source: the AppKit 1.7.2
 * wire.
 */
export const toWalletLink = ({
  link,
  uri,
  platform,
  device,
}: {
  readonly link: string
  /** `wc:…` */
  readonly uri: string
  readonly platform: LinkPlatform
  readonly device: Device
}): WalletLink | null => {
  const app = parseAppLink(link)
  if (app === null) return null
  // Telegram on Android decodes a link once before it opens an app.
  const decodedTwice = !app.universal && device.telegram && device.os === "android"
  const encoded = encodeURIComponent(decodedTwice ? encodeURIComponent(uri) : uri)
  return { redirect: `${app.href}wc?uri=${encoded}`, href: app.href, target: getLinkTarget(platform, device) }
}

/** A web page inside Telegram cannot navigate away, nor can one in an iframe. */
export const getLinkTarget = (platform: LinkPlatform, { telegram, framed }: Device): WalletLink["target"] =>
  platform !== "mobile" || telegram ? "_blank" : framed ? "_top" : "_self"
