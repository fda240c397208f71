import type { Engine } from "@wmodal/core"
import { SubscriptionRef } from "@wmodal/protocol"
import { startTransition } from "react"
import { type Binding, EngineProvider } from "../binding/EngineContext.tsx"
import { type Translate, TranslateProvider } from "../messages/Translate.tsx"
import { keepInPage, makeIsland, putBesideBody } from "./island.ts"
import { Modal } from "./Modal.tsx"
import { returnEvent } from "./openDialog.ts"
import { followPlace } from "./places.ts"
import { makeRoot } from "./reactRoot.ts"
import { getModalSheets } from "./sheets.ts"

export interface MountRequest extends Binding {
  readonly engine: Engine
  readonly words: Translate
  readonly dress: (element: HTMLElement) => void
  readonly tokens: CSSStyleSheet
  readonly shadowRoot: ShadowRootMode
}

/** Views that wait for a wallet or for an answer: they go on in a dialog when their place in the page is gone. */
const lastingViews =
  /Connecting(?!WalletConnectBasic)|Switch|Review|Approve|Preview|SIWX|Unsupported|Verify|Otp/

/**
 * Mounts the modal into its own shadow root, isolated from the page.
 * @returns functions that insert it again after the page has removed it, render it again, draw its first view before it
 * opens, and unmount it.
 */
export const mountModal = ({ words, dress, tokens, shadowRoot, ...binding }: MountRequest) => {
  const { engine, run } = binding
  const { router } = engine
  const build = () => {
    const island = makeIsland("wmodal-host", shadowRoot, [tokens, ...getModalSheets()])
    island.host.dataset["wmodal"] = ""
    dress(island.host)
    return { ...island, react: makeRoot(island.root) }
  }
  let shown = build()
  /** The place of an embedded card. Without one it is a dialog. */
  let spot: HTMLElement | null = null
  let isPrepared = false
  const draws = (open: boolean) => {
    isPrepared &&= !open
    return open || isPrepared
  }
  /** A page may destroy the modal while work that draws is on its way. */
  let isMounted = true
  // New context values, because options and words change in place.
  const render = () => {
    if (!isMounted) return
    const { host, react } = shown
    react.render(
      <EngineProvider value={{ ...binding }}>
        <TranslateProvider value={{ ...words }}>
          <Modal dress={() => dress(host)} draws={draws} />
        </TranslateProvider>
      </EngineProvider>,
    )
  }
  const remove = () => {
    shown.react.unmount()
    shown.host.remove()
  }
  const put = () => {
    if (!shown.isAlive()) {
      remove()
      shown = build()
      render()
    }
    const { host } = shown
    host.toggleAttribute("data-embedded", spot !== null)
    if (spot === null) return putBesideBody(host)
    host.removeAttribute("dir")
    if (host.parentNode !== spot) spot.append(host)
  }
  put()
  render()

  let release: (() => void) | null = null
  const keep = () => {
    release?.()
    const { open } = SubscriptionRef.getUnsafe(router.state)
    release = open
      ? keepInPage({
          host: () => shown.host,
          put,
          onReturn: () => shown.root.querySelector("dialog")?.dispatchEvent(new Event(returnEvent)),
          onLost: () => run(router.close),
        })
      : null
  }
  let isOpen = false
  /** The page opens it, and so does a request. */
  const follow = () => {
    const { open } = SubscriptionRef.getUnsafe(router.state)
    if (open === isOpen) return
    isOpen = open
    keep()
  }
  follow()
  const unfollow = SubscriptionRef.subscribe(router.state, follow)

  const places = engine.options.embedded
    ? followPlace((next) => {
        spot = next
        run(SubscriptionRef.set(engine.embedded, next !== null))
        const { history } = SubscriptionRef.getUnsafe(router.state)
        if (next !== null) run(router.open())
        else if (!lastingViews.test(`${history.at(-1)?._tag}`)) run(router.close)
        put()
        keep()
      })
    : null
  const attach = () => {
    if (!isMounted) return
    places?.settle()
    put()
  }
  const unmount = () => {
    isMounted = false
    unfollow()
    release?.()
    places?.stop()
    remove()
  }
  const prepare = () => {
    isPrepared = true
    startTransition(render)
  }
  return { attach, render, prepare, unmount }
}
