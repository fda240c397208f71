/**
 * Scrolls 10,000 activity rows at a quarter of the processor speed: dropped frames, as a ratio to a bare `virtua`
 * list of as many rows in the same run.
 */
import { fileURLToPath } from "node:url"
import type { Page } from "playwright-core"
import { build } from "vite"
import { launchBrowser } from "../src/harness/browser.ts"
import { paths } from "../src/harness/paths.ts"
import { startSite } from "../src/harness/site.ts"

const roundCount = 5
const cpuSlowdown = 4
const scrollSeconds = 4
/** About four screens a second: a brisk flick. */
const pixelsPerSecond = 2400
const bareDir = fileURLToPath(new URL("../dist/list/", import.meta.url))

interface Frames {
  readonly shown: number
  readonly dropped: number
}

await build({
  root: fileURLToPath(new URL("./list/", import.meta.url)),
  configFile: false,
  logLevel: "error",
  build: { outDir: bareDir, emptyOutDir: true },
})

const gallery = await startSite({ ...paths, demo: `${paths.root}apps/modal-web/dist/gallery` })
const bare = await startSite({ ...paths, demo: bareDir })
const { context, close } = await launchBrowser({ wallet: null, motion: "no-preference" })

/** Scrolls the scroll container at a constant speed, and counts the missed frames of a 60 Hz screen. */
const measureScroll = (page: Page): Promise<Frames> =>
  page.evaluate(
    ([seconds, pixelsPerSecond]) =>
      new Promise<Frames>((resolve) => {
        const roots = [document, ...[...document.querySelectorAll("*")].map(({ shadowRoot }) => shadowRoot)]
        const scroller = roots
          .flatMap((root) => [...(root?.querySelectorAll(".viewport, .viewport > div") ?? [])])
          .find((element) => element.scrollHeight > 100_000 && getComputedStyle(element).overflowY === "auto")
        if (scroller === undefined) throw new Error("Nothing scrolls.")
        const frame = 1000 / 60
        let first: number | null = null
        let last = 0
        let shown = 0
        let dropped = 0
        const step = (now: number) => {
          if (first === null) first = now
          else {
            shown += 1
            dropped += Math.max(0, Math.round((now - last) / frame) - 1)
          }
          last = now
          scroller.scrollTop = ((now - first) / 1000) * pixelsPerSecond
          if (now - first < seconds * 1000) requestAnimationFrame(step)
          else resolve({ shown, dropped })
        }
        requestAnimationFrame(step)
      }),
    [scrollSeconds, pixelsPerSecond] as const,
  )

const measurePage = async (url: string, ready: string): Promise<Frames> => {
  const page = await context.newPage()
  await page.goto(url, { waitUntil: "load" })
  await page.getByText(ready).first().waitFor()
  const session = await context.newCDPSession(page)
  await session.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown })
  const frames = await measureScroll(page)
  await page.close()
  return frames
}

const total: Record<"activity" | "list", Frames> = {
  activity: { shown: 0, dropped: 0 },
  list: { shown: 0, dropped: 0 },
}
const addFrames = (name: keyof typeof total, { shown, dropped }: Frames) => {
  total[name] = { shown: total[name].shown + shown, dropped: total[name].dropped + dropped }
}
for (let round = 0; round <= roundCount; round += 1) {
  const activity = await measurePage(
    `${gallery.host({ folder: "demo" })}/?scene=activity-10000&theme=light`,
    "Received",
  )
  const list = await measurePage(`${bare.host({ folder: "demo" })}/`, "Row 0")
  // The first round warms the browser.
  if (round === 0) continue
  addFrames("activity", activity)
  addFrames("list", list)
}

await close()
await gallery.close()
await bare.close()

const getDroppedShare = ({ shown, dropped }: Frames) => dropped / (shown + dropped)
const formatFrames = (frames: Frames) =>
  `${frames.dropped} of ${frames.shown + frames.dropped} frames dropped (${(getDroppedShare(frames) * 100).toFixed(1)} %)`
console.log(`10,000 rows of activity, ${cpuSlowdown}x slower: ${formatFrames(total.activity)}`)
console.log(`a bare virtua list, same run:       ${formatFrames(total.list)}`)
console.log(
  `ratio of what was shown to the bare list: ${(total.activity.shown / total.list.shown).toFixed(2)}; of what was dropped: ${
    total.list.dropped === 0
      ? "none to compare with"
      : (total.activity.dropped / total.list.dropped).toFixed(2)
  }`,
)
