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

describeEngines("engine", (name, getWorld) => {
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
