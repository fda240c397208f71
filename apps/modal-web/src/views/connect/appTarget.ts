import {
  browseLink,
  type Device,
  type LinkPlatform,
  linkTo,
  type WalletEntry,
  type WalletLink,
} from "@wmodal/core"
import type { Namespace } from "@wmodal/protocol"

/** What opening a wallet's app opens. */
export interface AppTarget extends WalletLink {
  /** Whether it opens this page inside the app, in place of asking by a link. */
  readonly browses: boolean
}

/** `null` where there is nothing to open, or not yet. Pure. */
export const appTarget = ({
  wallet: { name, links },
  platform,
  uri,
  ...where
}: {
  readonly wallet: Pick<WalletEntry, "name" | "links">
  readonly platform: LinkPlatform
  /** `null` while it is made. */
  readonly uri: string | null
  /** That of the network in use. */
  readonly namespace: Namespace
  /** The address of this page. */
  readonly page: string
  readonly mobile: boolean
  readonly device: Device
}): AppTarget | null => {
  const browse = platform === "mobile" ? browseLink({ name, ...where }) : null
  if (browse !== null) return { ...browse, browses: true }
  const link = links[platform]
  const app = link === null || uri === null ? null : linkTo({ link, uri, platform, device: where.device })
  return app && { ...app, browses: false }
}
