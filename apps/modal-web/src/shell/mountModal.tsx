import type { Engine } from "@wmodal/core"
import { startTransition } from "react"
import { type Binding, EngineProvider } from "../binding/EngineContext.tsx"
import { type Translate, TranslateProvider } from "../messages/Translate.tsx"
import { Modal } from "./Modal.tsx"
import { makeRoot } from "./reactRoot.ts"
import { getModalSheets } from "./sheets.ts"

export interface MountRequest extends Binding {
  readonly engine: Engine
  readonly words: Translate
  readonly dress: (element: HTMLElement) => void
  readonly tokens: CSSStyleSheet
  readonly shadowRoot: ShadowRootMode
}

/** Returns the parent of an embedded modal: the page's `<wmodal-modal>`, else the end of the body. */
const getParent = (engine: Engine) =>
  (engine.options.embedded ? document.querySelector("wmodal-modal") : null) ?? document.body

/**
 * Mounts the modal into its own shadow root, isolated from the page.
 * @returns functions that insert it again after the page has removed it, render it again, draw its first view before it
 * opens, and unmount it.
 */
export const mountModal = ({ engine, run, place, frame, words, dress, tokens, shadowRoot }: MountRequest) => {
  const host = document.createElement("div")
  host.dataset["wmodal"] = ""
  const root = host.attachShadow({ mode: shadowRoot })
  root.adoptedStyleSheets = [tokens, ...getModalSheets()]
  dress(host)
  const attach = () => {
    if (!host.isConnected) getParent(engine).append(host)
  }
  attach()
  const react = makeRoot(root)
  let isPrepared = false
  const draws = (open: boolean) => {
    isPrepared &&= !open
    return open || isPrepared
  }
  // New context values, because options and words change in place.
  const render = () => {
    host.lang = words.locale
    react.render(
      <EngineProvider value={{ engine, run, place, frame }}>
        <TranslateProvider value={{ ...words }}>
          <Modal dress={() => dress(host)} draws={draws} />
        </TranslateProvider>
      </EngineProvider>,
    )
  }
  render()
  const unmount = () => {
    react.unmount()
    host.remove()
  }
  const prepare = () => {
    isPrepared = true
    startTransition(render)
  }
  return { attach, render, prepare, unmount }
}
