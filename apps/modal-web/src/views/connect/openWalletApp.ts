import {
  type Device,
  type Engine,
  getWalletPlatforms,
  type LinkPlatform,
  toBrowseLink,
  toWalletLink,
  type WalletEntry,
  type WalletLink,
} from "@wmodal/core"
import { type Namespace, SubscriptionRef } from "@wmodal/protocol"
import type { Binding } from "../../binding/EngineContext.tsx"
import { openLink } from "./openLink.ts"

/** The target of opening a wallet's app. */
export interface AppTarget extends WalletLink {
  /** True when it opens this page inside the app instead of sending a link. */
  readonly browses: boolean
}

/** Returns the target; `null` when there is none, or none yet. Pure. */
export const toAppTarget = ({
  wallet: { name, links },
  platform,
  uri,
  ...where
}: {
  readonly wallet: Pick<WalletEntry, "name" | "links">
  readonly platform: LinkPlatform
  /** `null` while it is made. */
  readonly uri: string | null
  /** The namespace of the network in use. */
  readonly namespace: Namespace
  /** This page's address. */
  readonly page: string
  readonly mobile: boolean
  readonly device: Device
}): AppTarget | null => {
  const browse = platform === "mobile" ? toBrowseLink({ name, ...where }) : null
  if (browse !== null) return { ...browse, browses: true }
  const link = links[platform]
  const app =
    link === null || uri === null ? null : toWalletLink({ link, uri, platform, device: where.device })
  return app && { ...app, browses: false }
}

/** Milliseconds before its end from which on a link counts as expired, because no response would arrive in time. */
export const linkExpiryMarginMs = 10_000

/** The wallet and the link of the last opened app. */
const opened = new WeakMap<Engine, string>()

const getAppKey = (engine: Engine, { id }: WalletEntry) =>
  `${id} ${SubscriptionRef.getUnsafe(engine.pairing.link)?.uri ?? ""}`

/** Returns true when an app has been opened with the current link. */
export const wasOpened = (engine: Engine, wallet: WalletEntry): boolean =>
  opened.get(engine) === getAppKey(engine, wallet)

/** Returns the current link if it is still valid. After sleep, a page may hold an expired one for a moment. */
const getLiveUri = (engine: Engine): string | null => {
  const link = SubscriptionRef.getUnsafe(engine.pairing.link)
  return link !== null && link.expiresAt - linkExpiryMarginMs > Date.now() ? link.uri : null
}

/** Returns the current target; `null` when there is none. */
export const getCurrentTarget = (
  { engine, place }: Binding,
  wallet: WalletEntry,
  platform: LinkPlatform,
): AppTarget | null =>
  toAppTarget({
    wallet,
    platform,
    uri: getLiveUri(engine),
    namespace: SubscriptionRef.getUnsafe(engine.networks.shown).network.chainNamespace,
    page: globalThis.location?.href ?? "",
    ...place,
  })

/** Opens an app, and remembers it for later requests to it. */
export const openWalletApp = (binding: Binding, wallet: WalletEntry, platform: LinkPlatform): void => {
  const target = getCurrentTarget(binding, wallet, platform)
  if (target === null) return
  const { engine, run } = binding
  opened.set(engine, getAppKey(engine, wallet))
  openLink(target)
  if (!target.browses) run(engine.pairing.choose({ name: wallet.name, href: target.href }))
}

/** Opens the app of a wallet that is not in this browser inside the tap on its row, if its link is ready. */
export const openAppInTap = (binding: Binding, wallet: WalletEntry): void => {
  const [first] = getWalletPlatforms({ entry: wallet, mobile: binding.place.mobile, installed: false })
  if (first === "mobile") openWalletApp(binding, wallet, first)
}
