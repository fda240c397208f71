import type { Device } from "./Device.ts"

/** Something that a face may open as it is. */
export interface WalletLink {
  /** With the link to pair by in it. */
  readonly redirect: string
  /** The app alone: what is opened for later requests. */
  readonly href: string
  readonly target: "_self" | "_top" | "_blank"
}

/** Which of a wallet's apps is opened. */
export type LinkPlatform = "mobile" | "desktop" | "webapp"

/** `null` where `link` is nothing that may ever be opened: only `https:` and schemes of apps are. Pure. */
export declare const linkTo: (request: {
  readonly link: string
  /** `wc:…` */
  readonly uri: string
  readonly platform: LinkPlatform
  readonly device: Device
}) => WalletLink | null
