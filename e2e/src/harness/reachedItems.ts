import { appendFileSync, mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import type { BrowserContext } from "playwright-core"
import { paths } from "./paths.ts"

/** What a test reached: a view of the modal by its name, or a command by the words that it was given. */
export type ReachedItem = readonly ["view", string] | readonly ["command", readonly string[]]

const notedKeys = new Set<string>()

/** Notes what was reached in a file of this process. `scripts/reached.mjs` compares all of them with what there is. */
export const noteReached = (reached: ReachedItem): void => {
  const line = JSON.stringify(reached)
  if (notedKeys.has(line)) return
  notedKeys.add(line)
  mkdirSync(paths.reached, { recursive: true })
  appendFileSync(join(paths.reached, `${process.pid}.jsonl`), `${line}\n`)
}

/** Forgets what an earlier run has noted. */
export const forgetReached = (): void => rmSync(paths.reached, { recursive: true, force: true })

declare global {
  var noteView: (view: string) => void
}

/** Notes each view that is drawn on a page with a modal of its own. The gallery's views have no engine behind them. */
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
