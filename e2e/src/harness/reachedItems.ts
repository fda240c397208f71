import { appendFileSync, mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import type { BrowserContext } from "playwright-core"
import { paths } from "./paths.ts"

/** An item that a test reached: a view of the modal by its name, or a command by its words. */
export type ReachedItem = readonly ["view", string] | readonly ["command", readonly string[]]

const notedKeys = new Set<string>()

/**
 * Records a reached item in a file of this process. `scripts/reached.mjs` compares all of them with the existing
 * items.
 */
export const noteReached = (reached: ReachedItem): void => {
  const line = JSON.stringify(reached)
  if (notedKeys.has(line)) return
  notedKeys.add(line)
  mkdirSync(paths.reached, { recursive: true })
  appendFileSync(join(paths.reached, `${process.pid}.jsonl`), `${line}\n`)
}

/** Deletes the records of an earlier run. */
export const forgetReached = (): void => rmSync(paths.reached, { recursive: true, force: true })

declare global {
  var noteView: (view: string) => void
}

/** Records each view that a modal renders on a page. The gallery's views are excluded: they have no engine. */
export const noteViews = async (context: BrowserContext): Promise<void> => {
  await context.exposeFunction("noteView", (view: string) => noteReached(["view", view]))
  await context.addInitScript(() => {
    const { setAttribute } = Element.prototype
    Element.prototype.setAttribute = function (name, value) {
      if (name === "data-view" && "modals" in globalThis) globalThis.noteView(value)
      setAttribute.call(this, name, value)
    }
  })
}
