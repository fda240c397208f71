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
import type { Namespace } from "@wmodal/protocol"
import { SubscriptionRef } from "effect"
import type { Binding } from "../../binding/EngineContext.tsx"
import { openLink } from "./openLink.ts"

/** What opening a wallet's app opens. */
export interface AppTarget extends WalletLink {
  /** Whether it opens this page inside the app, in place of asking by a link. */
  readonly browses: boolean
}

/** `null` where there is nothing to open, or not yet. Pure. */
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
  /** That of the network in use. */
  readonly namespace: Namespace
  /** The address of this page. */
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

/** Milliseconds before its end from which on a link counts as expired: no answer would come in time. */
export const linkExpiryMarginMs = 10_000

/** The wallet and the link that an app was opened with last. */
const opened = new WeakMap<Engine, string>()

const getAppKey = (engine: Engine, { id }: WalletEntry) =>
  `${id} ${SubscriptionRef.getUnsafe(engine.pairing.link)?.uri ?? ""}`

/** Whether an app has been opened already with the link that is there now. */
export const wasOpened = (engine: Engine, wallet: WalletEntry): boolean =>
  opened.get(engine) === getAppKey(engine, wallet)

/** A page that wakes up may still have one that is over, until it has found out. */
const getLiveUri = (engine: Engine): string | null => {
  const link = SubscriptionRef.getUnsafe(engine.pairing.link)
  return link !== null && link.expiresAt - linkExpiryMarginMs > Date.now() ? link.uri : null
}

/** What there is to open now; `null` while there is nothing. */
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

/** Opens it, and lets it be opened again for what it is asked later. */
export const openWalletApp = (binding: Binding, wallet: WalletEntry, platform: LinkPlatform): void => {
  const target = getCurrentTarget(binding, wallet, platform)
  if (target === null) return
  const { engine, run } = binding
  opened.set(engine, getAppKey(engine, wallet))
  openLink(target)
  if (!target.browses) run(engine.pairing.choose({ name: wallet.name, href: target.href }))
}

/** A wallet that is not in this browser is tapped in a list: where its link is there already, its app opens inside that tap. */
export const openAppInTap = (binding: Binding, wallet: WalletEntry): void => {
  const [first] = getWalletPlatforms({ entry: wallet, mobile: binding.place.mobile, installed: false })
  if (first === "mobile") openWalletApp(binding, wallet, first)
}
