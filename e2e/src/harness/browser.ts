import { cp, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type BrowserContext, chromium } from "playwright-core"
import { paths } from "./paths.ts"
import { pollElementsOften } from "./pollElementsOften.ts"
import { noteViews } from "./reachedItems.ts"

/** What the packed wallet reads at its start. */
interface WalletConfig {
  /** Base URL of the blockchain endpoint: the wallet asks `<blockchain>/v1?chainId=&projectId=`. */
  readonly blockchain: string
  readonly projectId: string
}

export interface BrowserOptions {
  /** A profile to go on with; without one it is new, and gone at the end. */
  readonly profile?: string
  /** `null` launches a browser that has no wallet. */
  readonly wallet: WalletConfig | null
  /** Pixels of the screen for each of CSS; default 1. */
  readonly density?: number
  /** Without it a view is at its place as soon as it is there, and nothing is drawn again while it stays the same. */
  readonly motion?: "reduce" | "no-preference"
}

export interface LaunchedBrowser {
  readonly context: BrowserContext
  readonly close: () => Promise<void>
}

const makeTemporaryFolder = (name: string) => mkdtemp(join(tmpdir(), `wmodal-${name}-`))
const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 5 })

/** A folder that a browser keeps its state in, for stories in which it is started more than once. */
export async function makeProfile() {
  const folder = await makeTemporaryFolder("profile")
  return { folder, remove: () => removeFolder(folder) }
}

/** Starts Debian's Chromium, headless, with or without the test wallet. */
export async function launchBrowser({
  profile,
  wallet,
  density = 1,
  motion = "reduce",
}: BrowserOptions): Promise<LaunchedBrowser> {
  const folder = profile ?? (await makeTemporaryFolder("profile"))
  const extension = wallet === null ? null : await makeTemporaryFolder("extension")
  if (extension !== null) {
    await cp(paths.extension, extension, { recursive: true })
    await writeFile(join(extension, "config.json"), JSON.stringify(wallet))
  }
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: paths.chromium,
    headless: true,
    viewport: { width: 1000, height: 800 },
    deviceScaleFactor: density,
    locale: "en-US",
    timezoneId: "UTC",
    reducedMotion: motion,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--disable-dev-shm-usage",
      "--disable-features=OptimizationHints,MediaRouter,Translate",
      ...(extension === null
        ? []
        : [`--disable-extensions-except=${extension}`, `--load-extension=${extension}`]),
    ],
    ignoreDefaultArgs: ["--disable-extensions"],
  })
  for (const page of context.pages()) pollElementsOften(page)
  await noteViews(context)
  if (motion === "reduce") await context.addInitScript(freezeMotion)
  // Shorter than a test: what did not appear is named, instead of the test that waited for it.
  context.setDefaultTimeout(10_000)
  return {
    context,
    close: async () => {
      await context.close()
      await Promise.all([
        profile === undefined ? removeFolder(folder) : null,
        extension === null ? null : removeFolder(extension),
      ])
    },
  }
}

/**
 * Runs on each page: also what fades or turns where somebody wants less motion is as it is at its end. It is most of what
 * a browser without a graphics card draws.
 */
const freezeMotion = () => {
  const still =
    "*, ::before, ::after, ::backdrop { animation-duration: 0s !important; transition-duration: 0s !important }"
  const { replaceSync } = CSSStyleSheet.prototype
  CSSStyleSheet.prototype.replaceSync = function (text) {
    replaceSync.call(this, `${text}\n${still}`)
  }
}
