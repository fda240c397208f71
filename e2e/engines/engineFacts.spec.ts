import { expect, it } from "vitest"
import { describeEngines } from "./describeEngines.ts"
import { type EngineName, engineNames } from "./Engine.ts"

/** What each engine has; `docs/concepts/browsers.md` has the same table. */
const known: Readonly<Record<string, readonly EngineName[]>> = {
  "`closedby` of a dialog": ["chromium", "firefox"],
  requestIdleCallback: ["chromium", "firefox"],
  "a frame knows whether it is covered": ["chromium"],
  "view transitions": engineNames,
  "Storage Access API": engineNames,
  "texts written to the clipboard": engineNames,
  popovers: engineNames,
  "trusted types": engineNames,
  "a frame of another site has a storage of its own": engineNames,
}

const inPress = "onclick = tell"

/** When a page opens a window, with its script, and the engines that let it; the documentation has the same table. */
const openings: readonly Opening[] = [
  { moment: "without a press", script: "setTimeout(tell)", names: [] },
  { moment: "in a press", script: inPress, names: engineNames },
  { moment: "100 ms after a press", script: "onclick = () => setTimeout(tell, 100)", names: engineNames },
  {
    moment: "2 s after a press",
    script: "onclick = () => setTimeout(tell, 2000)",
    names: ["chromium", "firefox"],
  },
  { moment: "6 s after a press", script: "onclick = () => setTimeout(tell, 6000)", names: [] },
  {
    moment: "after a request in a press",
    script: "onclick = () => fetch('/').then(tell)",
    names: ["chromium", "firefox"],
  },
]
interface Opening {
  readonly moment: string
  readonly script: string
  readonly names: readonly EngineName[]
}
/** As text: the test runner would replace the import. */
const late = `() => import("/late.js").then(() => true, () => false)`

describeEngines("engine", (name, getWorld) => {
  /** Opens a page that opens a window of another site. @returns what became of it: the page tells that by requests, because evaluating a script counts as a press */
  const openWindow = async (act: string, headers: Readonly<Record<string, string>> = {}) => {
    const { engine, site } = getWorld()
    const { window } = engine
    const [told, opened] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
    const answer = (words: PromiseWithResolvers<string>, said: string) => () => {
      words.resolve(said)
      return ""
    }
    const target = site.host({
      files: {
        "/index.html": `<!doctype html><title>Other</title><script>fetch(opener === null ? "/without" : "/with")</script>`,
        "/with": answer(opened, "with an opener"),
        "/without": answer(opened, "without an opener"),
      },
    })
    const run = `const tell = () => {
      const opened = open("${target}", "_blank", "width=300,height=200")
      if (opened === null) fetch("/blocked")
      else setTimeout(() => fetch(opened.closed ? "/closed" : "/open"), 1000)
    };${act}`
    const origin = site.host({
      headers,
      files: {
        "/index.html": `<!doctype html><title>Page</title><script>${run}</script>`,
        "/blocked": answer(told, "blocked"),
        "/open": answer(told, "open"),
        "/closed": answer(told, "counts as closed"),
      },
    })
    await window.open(`${origin}/`)
    if (act.startsWith("onclick")) {
      await window.moveMouse({ x: 300, y: 300 })
      await window.pressMouse()
      await window.releaseMouse()
    }
    const said = await told.promise
    if (said === "blocked") return said
    const words = `${said}, ${await opened.promise}`
    for (const popup of await engine.popups()) await popup.close()
    return words
  }

  for (const { moment, names, script } of openings)
    it(`${names.includes(name) ? "opens" : "blocks"} a window that a page opens ${moment}`, async () => {
      const isOpen = names.includes(name)
      expect(await openWindow(script)).toBe(isOpen ? "open, with an opener" : "blocked")
    })

  it("separates a window from a page that is isolated by its header, and counts it as closed", async () => {
    const isolated = { "cross-origin-opener-policy": "same-origin" }
    expect(await openWindow(inPress, isolated)).toBe("counts as closed, without an opener")
    const lenient = { "cross-origin-opener-policy": "same-origin-allow-popups" }
    expect(await openWindow(inPress, lenient)).toBe("open, with an opener")
  })

  it("loads a file again that could not be imported, or only after a reload", async () => {
    const { engine, site } = getWorld()
    const { window } = engine
    const page = { "/index.html": "<!doctype html><title>Page</title>" }
    const origin = site.host({ files: page })
    const importLate = () => window.evaluate((act) => new Function(`return (${act})()`)(), late)
    await window.open(`${origin}/`)
    expect(await importLate()).toBe(false)
    site.rehost(origin, { files: { ...page, "/late.js": "export const late = true" } })
    expect(await importLate()).toBe(name !== "firefox")
    await window.open(`${origin}/`)
    expect(await importLate()).toBe(true)
  })

  it("has what the documentation of browsers says of it", async () => {
    const { engine, site } = getWorld()
    const { window } = engine
    const framed = site.host({
      files: {
        "/index.html": `<!doctype html><script>localStorage.setItem("known", "yes")</script>`,
        "/frame.html": `<!doctype html><title>Frame</title>`,
      },
    })
    await window.open(`${framed}/`)
    expect(await window.evaluate(() => localStorage.getItem("known"), null)).toBe("yes")
    const page = `<!doctype html><iframe id="frame" src="${framed}/frame.html"></iframe>`
    await window.open(`${site.host({ files: { "/index.html": page } })}/`)
    const isApart = await window
      .frame(["#frame"])
      .evaluate(() => document.title === "Frame" && localStorage.getItem("known") === null, null)
    const facts = await window.evaluate(
      () => ({
        "`closedby` of a dialog": "closedBy" in HTMLDialogElement.prototype,
        requestIdleCallback: "requestIdleCallback" in globalThis,
        "a frame knows whether it is covered": "isVisible" in IntersectionObserverEntry.prototype,
        "view transitions": "startViewTransition" in Document.prototype,
        "Storage Access API": "requestStorageAccess" in Document.prototype,
        "texts written to the clipboard": typeof navigator.clipboard.writeText === "function",
        popovers: "showPopover" in HTMLElement.prototype,
        "trusted types": "trustedTypes" in globalThis,
      }),
      null,
    )
    const wanted = Object.entries(known).map(([fact, names]) => [fact, names.includes(name)])
    expect({ ...facts, "a frame of another site has a storage of its own": isApart }).toEqual(
      Object.fromEntries(wanted),
    )
  })
})
