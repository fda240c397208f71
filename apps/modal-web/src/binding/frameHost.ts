import type { FrameLifecycleEvent, FrameObstacle, MountedFrame } from "@wmodal/frame-rpc"
import { makeWindowLink } from "@wmodal/frame-rpc/host"
import type { Translate } from "../messages/Translate.tsx"
import "../messages/signIn.ts"
import { keepInPage, makeIsland, putBesideBody } from "../shell/island.ts"
import { leaveEvent, openDialog, returnEvent } from "../shell/openDialog.ts"
import { getModalSheets } from "../shell/sheets.ts"
import { type IconName, iconPaths } from "../ui/Icon.tsx"
import look from "./frame.css?inline"
import type { PageFrame, ShownFrame } from "./PageFrame.ts"
import { watchEmbedderPolicy } from "./watchEmbedderPolicy.ts"

export interface PageFrameParts {
  readonly words: Translate
  /** Applies the current theme to an element. */
  readonly dress: (element: HTMLElement) => void
  readonly tokens: CSSStyleSheet
  readonly shadowRoot: ShadowRootMode
  /** False when the page wants to hear of the dialog's input. */
  readonly keepsInput: boolean
  readonly warn: (text: string) => void
}

/** The frame's permissions. It needs its own origin's storage and popups of its providers. */
const sandbox = "allow-scripts allow-same-origin allow-popups allow-forms"
/** Browser features that the frame gets no access to. */
const allow = ["camera", "display-capture", "geolocation", "microphone", "payment"]
  .map((feature) => `${feature} 'none'`)
  .join("; ")

const svg = "http://www.w3.org/2000/svg"

const makeIconButton = (name: IconName, label: string, onPress: () => void) => {
  const button = document.createElement("button")
  button.type = "button"
  button.className = "icon-button"
  button.ariaLabel = label
  button.addEventListener("click", onPress)
  const icon = document.createElementNS(svg, "svg")
  icon.setAttribute("class", "icon")
  icon.setAttribute("data-icon", name)
  icon.setAttribute("viewBox", "0 0 24 24")
  icon.setAttribute("aria-hidden", "true")
  const path = document.createElementNS(svg, "path")
  path.setAttribute("d", iconPaths[name] ?? "")
  icon.append(path)
  button.append(icon)
  return button
}

/**
 * Creates the embedded wallet's frame in its own dialog. The modal's dialog is in the page only while it is open and a
 * moved frame reloads, so this one stays in place and is shown above the modal's card on request.
 */
const makePageFrame = ({
  words: { t, locale },
  dress,
  tokens,
  shadowRoot,
  keepsInput,
  warn,
}: PageFrameParts): PageFrame => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(look)
  const { host, root } = makeIsland("wmodal-frame", shadowRoot, [tokens, ...getModalSheets(), sheet])
  host.dataset["wmodalFrame"] = ""

  const dialog = document.createElement("dialog")
  const card = document.createElement("div")
  const header = document.createElement("header")
  const heading = document.createElement("h1")
  const grip = document.createElement("div")
  let asked: ShownFrame | null = null
  const back = makeIconButton("back", t("shell.back"), () => asked?.onBack?.())
  const close = makeIconButton("close", t("shell.close"), () => asked?.onClose())
  // No landmark, as in the modal.
  header.role = "none"
  heading.id = "title"
  heading.tabIndex = -1
  dialog.setAttribute("aria-labelledby", heading.id)
  // Not of the host: what a language changes in its look would be reset with everything else.
  dialog.lang = locale
  card.className = "card"
  grip.className = "grip"
  card.append(header, grip)
  dialog.append(card)
  root.append(dialog)

  let mounted: MountedFrame | null = null
  /** Inserts the frame again after the page has removed it. It reloads then and reports that. */
  const attach = () => putBesideBody(host)

  const mount: PageFrame["mount"] = async ({ url, origin }) => {
    if (origin === location.origin) throw new Error("The secure site must have its own origin.")
    mounted?.remove()
    const listeners = new Set<(event: FrameLifecycleEvent) => void>()
    const tell = (event: FrameLifecycleEvent) => {
      for (const listener of listeners) listener(event)
    }
    /** Creates a new element, because a changed address would add an entry to the page's history. */
    const load = () => {
      const frame = document.createElement("iframe")
      let loaded = false
      frame.addEventListener("load", () => {
        tell({ _tag: loaded ? "Navigated" : "Loaded" })
        loaded = true
      })
      frame.addEventListener("error", () => tell({ _tag: "Failed" }))
      frame.className = "frame"
      frame.title = t("frame.title")
      frame.setAttribute("sandbox", sandbox)
      frame.allow = allow
      frame.referrerPolicy = "origin"
      frame.src = url
      return frame
    }
    let frame = load()
    let obstacle: FrameObstacle | null = null
    const fail = (header: FrameObstacle, text: string) => {
      obstacle = header
      warn(text)
      tell({ _tag: "Failed" })
    }
    const refused = (event: SecurityPolicyViolationEvent) => {
      if (event.effectiveDirective !== "frame-src" || !event.blockedURI.startsWith(origin)) return
      fail("csp", `The Content-Security-Policy blocks the frame. Add frame-src ${origin}.`)
    }
    document.addEventListener("securitypolicyviolation", refused)
    const unwatch = watchEmbedderPolicy(origin, () =>
      fail("coep", `The Cross-Origin-Embedder-Policy blocks the frame: ${origin} does not send this header.`),
    )
    card.insertBefore(frame, grip)
    // From here on something may be pending in it. What a frame had when it was taken away fails once it loads again.
    const release = keepInPage({
      host: () => host,
      put: attach,
      onReturn: () => dialog.dispatchEvent(new Event(returnEvent)),
      onLost: () => tell({ _tag: "Failed" }),
    })
    mounted = {
      link: makeWindowLink({ self: window, other: () => frame.contentWindow, origin }),
      listen: (listener) => {
        listeners.add(listener)
        return () => {
          listeners.delete(listener)
        }
      },
      // Only Chromium reports that a frame is kept out.
      obstacle: () => obstacle ?? (globalThis.crossOriginIsolated ? "coep" : null),
      reload: () => {
        const next = load()
        frame.remove()
        card.insertBefore(next, grip)
        frame = next
        attach()
      },
      remove: () => {
        release()
        listeners.clear()
        document.removeEventListener("securitypolicyviolation", refused)
        unwatch()
        frame.remove()
        host.remove()
      },
    }
    return mounted
  }

  const show: PageFrame["show"] = (wanted) => {
    const { title, above, onBack, onClose } = wanted
    asked = wanted
    attach()
    heading.textContent = title
    header.replaceChildren(onBack === null ? document.createElement("span") : back, heading, close)
    dialog.toggleAttribute("data-above", above !== null)
    const lower = openDialog(dialog, { card, grip, keepsInput, onRequestClose: onClose })
    let shown = true
    const hide = () => {
      if (!shown) return
      shown = false
      above?.removeEventListener(leaveEvent, hide)
      lower()
    }
    above?.addEventListener(leaveEvent, hide)
    heading.focus()
    return hide
  }

  return { mount, show, dress: () => dress(host) }
}

const made = new WeakMap<PageFrameParts, PageFrame>()

/** Returns the engine's frame, created once per engine. */
export const getPageFrame = (parts: PageFrameParts): PageFrame => {
  const known = made.get(parts) ?? makePageFrame(parts)
  made.set(parts, known)
  return known
}
