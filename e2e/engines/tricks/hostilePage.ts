import type { Place } from "../Engine.ts"
import type { AimedButton } from "./pressing.ts"
import type { Trick, TrickStage } from "./Trick.ts"
import { tricks } from "./tricks.ts"

/** The place under which a trick brings the wanted button, in CSS pixels of the viewport. */
export const pressPlace: Place = { x: 300, y: 670 }

declare global {
  /** The state of the hostile page. */
  // oxlint-disable-next-line no-var -- only a `var` is a property of `globalThis`
  var attack: ReturnType<typeof makeAttack>
}

/** Runs in the hostile page. */
const makeAttack = (tricks: readonly Pick<Trick, "stage" | "prepare" | "act" | "when">[], goal: Place) => {
  let aimed: AimedButton = { id: "", x: 0, y: 0, tabs: 0 }
  let actedAt: number | null = null
  const byId = (id: string) => {
    const outer = document.querySelector<HTMLIFrameElement>("#outer")
    const element = document.getElementById(id) ?? outer?.contentDocument?.getElementById(id)
    if (element == null) throw new Error(`There is no ${id}.`)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- ids are the page's own
    return element as HTMLElement
  }
  const frame = () => byId("frame") as HTMLIFrameElement
  const box = () => byId(document.getElementById("outer") === null ? "box" : "outer")
  const zoomOf = (element: Element | null): number =>
    element === null ? 1 : Number(getComputedStyle(element).zoom || 1) * zoomOf(element.parentElement)
  /** WebKit zooms the viewport of a frame, not what is drawn in it, and measures it as if it were not zoomed. */
  const isViewportZoomed = (frame: HTMLElement) =>
    zoomOf(frame) < 0.5 && frame.getBoundingClientRect().width > 0.5 * frame.offsetWidth
  /** Returns where a point of a frame lies in the document that contains the frame. */
  const mapOut = (frame: HTMLElement, { x, y }: Place): Place => {
    const { height, left, top, width } = frame.getBoundingClientRect()
    const zoom = isViewportZoomed(frame) ? zoomOf(frame) : 1
    const { scrollX, scrollY } = frame.ownerDocument.defaultView ?? { scrollX: 0, scrollY: 0 }
    return {
      x: (left + scrollX) * zoom - scrollX + (x * width) / frame.offsetWidth,
      y: (top + scrollY) * zoom - scrollY + (y * height) / frame.offsetHeight,
    }
  }
  const where = (): Place => {
    const inner = mapOut(frame(), aimed)
    const outer = document.getElementById("outer")
    return outer === null ? inner : mapOut(outer, inner)
  }
  const miss = (to: Place = goal): Place => {
    const { x, y } = where()
    return { x: to.x - x, y: to.y - y }
  }
  const move = (to: Place = goal) => {
    const { style } = box()
    const { left, top } = getComputedStyle(box())
    const from = { x: Number.parseFloat(left), y: Number.parseFloat(top) }
    const before = miss(to)
    style.left = `${from.x + 100}px`
    style.top = `${from.y + 100}px`
    const after = miss(to)
    // A zoomed box moves by a part of what its style says.
    style.left = `${from.x + (100 * before.x) / (before.x - after.x)}px`
    style.top = `${from.y + (100 * before.y) / (before.y - after.y)}px`
  }
  /** Gives a zoomed frame the room that WebKit takes from its page. */
  const keepViewport = () => {
    const zoomed = document.getElementById("outer") ?? frame()
    if (!isViewportZoomed(zoomed)) return
    const zoom = zoomOf(zoomed)
    zoomed.style.width = `${380 / zoom}px`
    zoomed.style.height = `${640 / zoom}px`
  }
  const stage = (): TrickStage => ({
    frame: frame(),
    box: box(),
    above: byId("above"),
    move,
    keepViewport,
    miss,
    cover: () => {
      const cover = document.createElement("div")
      const { height, left, top, width } = frame().getBoundingClientRect()
      cover.popover = "manual"
      cover.style.cssText = `position:fixed;inset:auto;left:${left}px;top:${top}px;width:${width}px;height:${height / 2}px;margin:0;padding:0;border:0;background:#fff;pointer-events:none`
      document.body.append(cover)
      cover.showPopover()
      return cover
    },
    animate: (run) => {
      const start = performance.now()
      const draw = () => {
        run(performance.now() - start)
        requestAnimationFrame(draw)
      }
      draw()
    },
  })
  const act = (at: number) => {
    tricks[at]?.act?.(stage())
    actedAt = Date.now()
  }
  return {
    where,
    aimAt: (next: AimedButton) => {
      aimed = next
    },
    stage: (at: number) => tricks[at]?.stage?.(stage()),
    prepare: (at: number) => tricks[at]?.prepare?.(stage()),
    act,
    /** Waits for the first press on the page's own button, or for each move. */
    arm: (at: number) => {
      if (tricks[at]?.when === "each move") {
        addEventListener("pointermove", ({ clientX, clientY }) => {
          goal = { x: clientX, y: clientY }
          act(at)
        })
        return
      }
      const game = document.createElement("button")
      game.textContent = "Double-click to play"
      game.style.cssText = `position:fixed;left:${goal.x - 80}px;top:${goal.y - 30}px;width:160px;height:60px;z-index:9`
      document.body.append(game)
      const begin = () => {
        game.remove()
        act(at)
      }
      game.addEventListener("pointerdown", begin, { once: true })
      game.addEventListener(
        "keydown",
        () => {
          begin()
          frame().contentWindow?.focus()
        },
        { once: true },
      )
      game.focus()
    },
    giveKeys: () => frame().contentWindow?.focus(),
    getActedAt: () => actedAt,
  }
}

/** Runs in the page that contains the frame: the host's side of the wallet's messages. */
const makeHost = () => {
  let port: MessagePort | null = null
  let asked = 0
  const waiting = new Map<string, (answer: { readonly type: string; readonly payload: unknown }) => void>()
  const ready = new Promise<void>((resolve) =>
    addEventListener("message", ({ data, ports }) => {
      if (data?.type !== "@w3m-frame/READY") return
      port = ports[0] ?? null
      if (port === null) return
      port.addEventListener("message", ({ data }) => waiting.get(data.id)?.(data))
      port.start()
      resolve()
    }),
  )
  const ask = (type: string, payload?: unknown) =>
    new Promise<{ readonly type: string; readonly payload: unknown }>((resolve) => {
      asked += 1
      const id = `ask${asked}`
      waiting.set(id, resolve)
      port?.postMessage({ type: `@w3m-app/${type}`, id, ...(payload !== undefined && { payload }) })
    })
  let answer: string | null = null
  return {
    ready,
    ask,
    /** Requests a signature, and does not wait for it. */
    request: (account: string) => {
      answer = null
      const payload = { method: "personal_sign", params: ["0x48656c6c6f", account] }
      void ask("RPC_REQUEST", payload).then(({ type }) => {
        answer = type
      })
    },
    getAnswer: () => answer,
  }
}

declare global {
  // oxlint-disable-next-line no-var -- only a `var` is a property of `globalThis`
  var host: ReturnType<typeof makeHost>
}

/** Returns a trick as an expression of its functions. */
const toSource = ({ act, prepare, stage, when }: Trick) =>
  `{ when: ${JSON.stringify(when)}, stage: ${stage ?? null}, prepare: ${prepare ?? null}, act: ${act ?? null} }`

const style = `body { margin: 0; width: 2400px; height: 2400px; background: #dde }
#box { position: absolute; left: 1000px; top: 520px }
#frame, #outer { display: block; border: 0; width: 380px; height: 640px; background: #fff }
#outer { position: absolute; left: 1000px; top: 520px }
.inner #box { left: 600px; top: 600px }
.inner { width: 2000px; height: 2000px }
/* Firefox does not zoom a scrollbar, which would lie over most of a small frame. */
:root:has(.inner) { scrollbar-width: none }
.scroller #box { position: fixed; inset: 0; overflow: auto }
.scroller #far { width: 2400px; height: 2400px; padding: 600px 0 0 1080px; box-sizing: border-box }`

const scripts = `globalThis.host = (${makeHost})();`

/** The page at an origin of its own, and the one that it frames in `outer`. @param url of what it frames, by place */
export const makeHostilePages = (url: string): Readonly<Record<string, string>> => {
  const frame = (slot = "") => `<iframe id="frame" ${slot} src="${url.replaceAll("&", "&amp;")}"></iframe>`
  const page = (kind: string, body: string, script: string) =>
    `<!doctype html><html><head><meta charset="utf-8"><title>Game</title><style>${style}</style><script>${script}</script></head><body class="${kind}">${body}</body></html>`
  const attack = `${scripts}
const tricks = [${tricks.map(toSource).join(",\n")}];
const goal = ${JSON.stringify(pressPlace)};
globalThis.attack = (${makeAttack})(tricks, goal);
addEventListener("DOMContentLoaded", () => scrollTo(500, 500))`
  const above = '<div id="above"></div>'
  return {
    "/page.html": page("page", `<div id="box">${above}${frame()}</div>`, attack),
    "/scroller.html": page(
      "scroller",
      `<div id="box"><div id="far">${above}${frame()}</div></div>`,
      `${attack}
addEventListener("DOMContentLoaded", () => document.getElementById("box").scrollTo(580, 580))`,
    ),
    "/slots.html": page(
      "slots",
      `<div id="box">${above}<div id="slots"><template shadowrootmode="open"><section><slot></slot></section><main><slot name="other"></slot></main></template>${frame()}</div></div>`,
      attack,
    ),
    "/outer.html": page("outer", '<iframe id="outer" src="/inner.html"></iframe>', attack),
    "/inner.html": page(
      "inner",
      `<div id="box">${above}${frame()}</div>`,
      `${scripts}addEventListener("DOMContentLoaded", () => scrollTo(600, 600))`,
    ),
  }
}
