import type { Place } from "../Engine.ts"

/** Where the page is and how it is styled. */
export interface PageFacts {
  /** Scroll positions of the window, `<html>`, `<body>` and `<main>`, in CSS pixels. */
  readonly scroll: readonly number[]
  /** Left, top and width of the header and a line. */
  readonly line: string
  readonly header: string
  /** The attributes of `<html>` and `<body>`, without those that the page itself changes. */
  readonly attributes: string
  readonly overflow: string
}

/** Where an element is, and what is there. */
export interface ControlPlace extends Place {
  /** Whether the pointer would meet the element itself. */
  readonly isHit: boolean
  /** What the pointer would meet. */
  readonly top: string
  readonly isEnabled: boolean
}

/** Runs first in each page. */
export const makeZooProbe = () => {
  const errors: string[] = []
  /** The script tag's modal. */
  const getModal = (): { getState: () => { open: boolean; status: string } } | undefined =>
    Reflect.get(globalThis, "wmodal")
  addEventListener("error", ({ message }) => errors.push(message ?? "a file that does not load"), true)
  addEventListener("unhandledrejection", ({ reason }) => errors.push(String(reason)))
  addEventListener("securitypolicyviolation", ({ blockedURI, effectiveDirective }) =>
    errors.push(`${effectiveDirective} blocks ${blockedURI}`),
  )
  for (const level of ["error", "warn"] as const) {
    const write = console[level]
    console[level] = (...said: unknown[]) => {
      errors.push(said.map(String).join(" "))
      write.apply(console, said)
    }
  }
  const listElements = (root: Document | ShadowRoot): Element[] =>
    [...root.querySelectorAll("*")].flatMap((element) =>
      element.shadowRoot === null ? [element] : [element, ...listElements(element.shadowRoot)],
    )
  const isShown = (element: Element) => element.getClientRects().length > 0
  const dialogs = () =>
    listElements(document).filter(
      (element) => element.matches("dialog[open]") && element.getRootNode() instanceof ShadowRoot,
    )
  const inDialog = () =>
    dialogs().flatMap((dialog) => [...dialog.querySelectorAll("*")].filter((element) => isShown(element)))
  const nameOf = (element: Element) =>
    (element.getAttribute("aria-label") ?? element.textContent).trim().replace(/\s+/g, " ")
  const getTop = ({ x, y }: { x: number; y: number }) => {
    let top = document.elementFromPoint(x, y)
    for (;;) {
      const inner: Element | null | undefined = top?.shadowRoot?.elementFromPoint(x, y)
      if (inner == null || inner === top) return top
      top = inner
    }
  }
  /** Whether an element is another one or lies in it, shadow roots included. */
  const isWithin = (element: Node, outer: Element): boolean => {
    for (let at: Node | null = element; at !== null; at = at instanceof ShadowRoot ? at.host : at.parentNode)
      if (at === outer) return true
    return false
  }
  /** How many times larger an element is drawn than it was laid out. */
  const zoomOf = (element: Node | null): number => {
    if (element === null || element === document) return 1
    const own = element instanceof Element ? Number(getComputedStyle(element).zoom) : 1
    return own * zoomOf(element instanceof ShadowRoot ? element.host : element.parentNode)
  }
  /** The centre of an element, as it is drawn. Rectangles of WebKitGTK tell where it would be without `zoom`. */
  const findCentre = (element: Element) => {
    const { height, left, top, width } = element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const zoom = "currentCSSZoom" in element ? 1 : zoomOf(element)
    return { x: (x + scrollX) * zoom - scrollX, y: (y + scrollY) * zoom - scrollY }
  }
  const find = (element: Element | undefined) => {
    if (element === undefined) return null
    const place = findCentre(element)
    const top = getTop(place)
    return {
      ...place,
      isHit: top !== null && (isWithin(top, element) || isWithin(element, top)),
      top: top === null ? "nothing" : `${top.tagName.toLowerCase()} ${top.id} ${top.className}`,
      isEnabled: !element.matches(":disabled,[aria-disabled=true],[aria-busy=true]"),
    }
  }
  const round = (value: number) => Math.round(value)
  const describePlace = (id: string) => {
    const element = listElements(document).find((one) => one.id === id)
    if (element === undefined) return "absent"
    const { left, top, width } = element.getBoundingClientRect()
    return [left, top, width].map(round).join(" ")
  }
  const attributesOf = (element: Element) =>
    [...element.attributes]
      .map(({ name, value }) => `${name}="${value}"`)
      .filter((attribute) => attribute !== `style=""`)
      .join(" ")
  const getActive = () => {
    let active = document.activeElement
    while (active?.shadowRoot?.activeElement != null) active = active.shadowRoot.activeElement
    return active
  }
  const scroller = () =>
    inDialog().find((element) => {
      const { overflowY } = getComputedStyle(element)
      return (
        (overflowY === "auto" || overflowY === "scroll") && element.scrollHeight > element.clientHeight + 50
      )
    })
  return {
    errors,
    isReady: () => document.readyState === "complete" && getModal() !== undefined,
    /** Scrolls what the page scrolls. */
    scrollPage: (to: number) => {
      for (const one of [document.scrollingElement, document.body, document.querySelector("main")])
        if (one !== null && one.scrollTop === 0) {
          one.scrollTo({ top: to, behavior: "instant" })
          if (one.scrollTop > 0) return
        }
    },
    facts: () => ({
      scroll: [
        scrollY,
        document.documentElement.scrollTop,
        document.body.scrollTop,
        document.querySelector("main")?.scrollTop ?? 0,
      ].map(round),
      line: describePlace("line"),
      header: describePlace("header"),
      attributes: `${attributesOf(document.documentElement)} | ${attributesOf(document.body)}`,
      overflow: [document.documentElement, document.body]
        .map((element) => {
          const { overflowX, overflowY, paddingRight, position, touchAction } = getComputedStyle(element)
          return [overflowX, overflowY, paddingRight, position, touchAction].join(" ")
        })
        .join(" | "),
    }),
    findButton: () => {
      const connect = listElements(document).find((element) => element.id === "connect")
      return find(connect?.shadowRoot?.querySelector("button") ?? undefined)
    },
    listNames: () =>
      inDialog()
        .filter((element) => element.matches("button"))
        .map(nameOf),
    /** The control of the open modal with this name. */
    findControl: (name: string) =>
      find(
        inDialog().find(
          (element) =>
            element.matches("button, a, input, [role=tab]") && new RegExp(name).test(nameOf(element)),
        ),
      ),
    findField: () => find(inDialog().find((element) => element.matches("input"))),
    readField: () => {
      const field = inDialog().find((element) => element.matches("input"))
      return field instanceof HTMLInputElement ? field.value : null
    },
    findScroller: () => find(scroller()),
    /** How far the list is scrolled; `null` without one. */
    getScrolled: () => scroller()?.scrollTop ?? null,
    /** The names of the modal's buttons that the pointer would not meet. */
    listHidden: () =>
      inDialog()
        .filter((element) => element.matches("button"))
        .filter((element) => {
          const { bottom, height, left, right, top } = element.getBoundingClientRect()
          const isInside = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
          const found = find(element)
          const clip = scroller()?.getBoundingClientRect()
          const isClipped =
            clip !== undefined &&
            scroller()?.contains(element) === true &&
            (top < clip.top || bottom > clip.bottom)
          return height > 0 && isInside && !isClipped && found?.isHit === false
        })
        .map((element) => `${nameOf(element)} under ${find(element)?.top}`),
    isFocusInside: () => dialogs().some((dialog) => dialog.contains(getActive())),
    countDialogs: () => dialogs().length,
    readText: () =>
      dialogs()
        .map((dialog) => (dialog instanceof HTMLElement ? dialog.innerText : ""))
        .join("\n"),
    isOpen: () => getModal()?.getState().open ?? false,
    status: () => getModal()?.getState().status ?? "absent",
  }
}

/** Runs in each page: a wallet that announces itself by EIP-6963 and agrees to everything. */
export const announceZooWallet = () => {
  const accounts = ["0x1111111111111111111111111111111111111111"]
  const provider = {
    request: async ({ method }: { readonly method: string }) => {
      if (method === "eth_requestAccounts" || method === "eth_accounts") return accounts
      if (method === "eth_chainId") return "0x1"
      throw Object.assign(new Error(`Unsupported ${method}`), { code: 4200 })
    },
    on: () => provider,
    removeListener: () => provider,
  }
  const icon =
    "data:image/svg+xml;utf8,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Crect width='8' height='8' fill='%23c33'/%3E%3C/svg%3E"
  const info = {
    uuid: "11111111-1111-4111-8111-111111111111",
    name: "Zoo Wallet",
    icon,
    rdns: "example.zoo",
  }
  const detail = Object.freeze({ info: Object.freeze(info), provider })
  const tell = () => dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }))
  addEventListener("eip6963:requestProvider", tell)
  tell()
}

declare global {
  // oxlint-disable-next-line no-var -- only a `var` is a property of `globalThis`
  var zoo: ReturnType<typeof makeZooProbe>
}
