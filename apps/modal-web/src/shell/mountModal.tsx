import type { Engine } from "@wmodal/core"
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
}

/** Where an embedded modal stays: the page's `<wmodal-modal>`, else its end. */
const getParent = (engine: Engine) =>
  (engine.options.embedded ? document.querySelector("wmodal-modal") : null) ?? document.body

/**
 * Puts the modal into a shadow root of its own, out of the page's reach.
 * @returns what puts it back where the page has removed it, and what takes it away.
 */
export const mountModal = ({ engine, run, place, frame, words, dress, tokens }: MountRequest) => {
  const host = document.createElement("div")
  host.dataset["wmodal"] = ""
  host.lang = words.locale
  const root = host.attachShadow({ mode: "open" })
  root.adoptedStyleSheets = [tokens, ...getModalSheets()]
  dress(host)
  const attach = () => {
    if (!host.isConnected) getParent(engine).append(host)
  }
  attach()
  const react = makeRoot(root)
  react.render(
    <EngineProvider value={{ engine, run, place, frame }}>
      <TranslateProvider value={words}>
        <Modal dress={() => dress(host)} />
      </TranslateProvider>
    </EngineProvider>,
  )
  const unmount = () => {
    react.unmount()
    host.remove()
  }
  return { attach, unmount }
}
