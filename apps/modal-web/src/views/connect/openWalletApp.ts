import { type Engine, type LinkPlatform, platformsOf, type WalletEntry } from "@wmodal/core"
import { SubscriptionRef } from "effect"
import type { Binding } from "../../binding/EngineContext.tsx"
import { type AppTarget, appTarget } from "./appTarget.ts"
import { dying } from "./dying.ts"
import { openLink } from "./openLink.ts"

/** The wallet and the link that an app was opened with last. */
const opened = new WeakMap<Engine, string>()

const keyOf = (engine: Engine, { id }: WalletEntry) =>
  `${id} ${SubscriptionRef.getUnsafe(engine.pairing.link)?.uri ?? ""}`

/** Whether an app has been opened already with the link that is there now. */
export const wasOpened = (engine: Engine, wallet: WalletEntry): boolean =>
  opened.get(engine) === keyOf(engine, wallet)

/** A page that wakes up may still have one that is over, until it has found out. */
const uriOf = (engine: Engine): string | null => {
  const link = SubscriptionRef.getUnsafe(engine.pairing.link)
  return link !== null && link.expiresAt - dying > Date.now() ? link.uri : null
}

/** What there is to open now; `null` while there is nothing. */
export const targetNow = (
  { engine, place }: Binding,
  wallet: WalletEntry,
  platform: LinkPlatform,
): AppTarget | null =>
  appTarget({
    wallet,
    platform,
    uri: uriOf(engine),
    namespace: SubscriptionRef.getUnsafe(engine.networks.shown).network.chainNamespace,
    page: globalThis.location?.href ?? "",
    ...place,
  })

/** Opens it, and lets it be opened again for what it is asked later. */
export const openWalletApp = (binding: Binding, wallet: WalletEntry, platform: LinkPlatform): void => {
  const target = targetNow(binding, wallet, platform)
  if (target === null) return
  const { engine, run } = binding
  opened.set(engine, keyOf(engine, wallet))
  openLink(target)
  if (!target.browses) run(engine.pairing.choose({ name: wallet.name, href: target.href }))
}

/** A wallet that is not in this browser is tapped in a list: where its link is there already, its app opens inside that tap. */
export const openInTap = (binding: Binding, wallet: WalletEntry): void => {
  const [first] = platformsOf({ entry: wallet, mobile: binding.place.mobile, installed: false })
  if (first === "mobile") openWalletApp(binding, wallet, first)
}
