import { cp, glob, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type BrowserContext, chromium } from "playwright-core"
import { elementTimeoutMs } from "./elementTimeout.ts"
import { paths } from "./paths.ts"
import { pollElementsOften } from "./pollElementsOften.ts"
import { noteViews } from "./reachedItems.ts"

/** The configuration that the packed wallet reads at its start. */
interface WalletConfig {
  /** Base URL of the blockchain endpoint: the wallet sends requests to `<blockchain>/v1?chainId=&projectId=`. */
  readonly blockchain: string
  readonly projectId: string
}

export interface BrowserOptions {
  /** An existing profile; the default is a new one, deleted at the end. */
  readonly profile?: string
  /** `null` launches a browser without a wallet. */
  readonly wallet: WalletConfig | null
  /** Device pixels per CSS pixel; default 1. */
  readonly density?: number
  /** Default `reduce`: views appear without transitions, and static content is not redrawn. */
  readonly motion?: "reduce" | "no-preference"
  /** Further arguments of Chromium. */
  readonly browserArguments?: readonly string[]
}

export interface LaunchedBrowser {
  readonly context: BrowserContext
  readonly close: () => Promise<void>
}

const makeTemporaryFolder = (name: string) => mkdtemp(join(tmpdir(), `wmodal-${name}-`))
const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 5 })

/** Makes a profile folder, for stories that restart the browser. */
export async function makeProfile() {
  const folder = await makeTemporaryFolder("profile")
  /**
   * Returns whether a key of localStorage is on the disk. Chromium writes it there when the last page of its origin
   * closes, or seconds later; a browser that ends before that can lose it.
   */
  const hasStored = async (key: string) => {
    for await (const file of glob("Default/Local Storage/leveldb/*.log", { cwd: folder }))
      if ((await readFile(join(folder, file), "latin1")).includes(key)) return true
    return false
  }
  return { folder, hasStored, remove: () => removeFolder(folder) }
}

/** Starts Debian's Chromium, headless, with or without the test wallet. */
export async function launchBrowser({
  profile,
  wallet,
  density = 1,
  motion = "reduce",
  browserArguments = [],
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
      ...browserArguments,
      ...(extension === null
        ? []
        : [`--disable-extensions-except=${extension}`, `--load-extension=${extension}`]),
    ],
    ignoreDefaultArgs: ["--disable-extensions"],
  })
  for (const page of context.pages()) pollElementsOften(page)
  await noteViews(context)
  if (motion === "reduce") await context.addInitScript(freezeMotion)
  context.setDefaultTimeout(elementTimeoutMs)
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
 * Runs on each page: ends transitions and animations at once, even those that reduced motion allows. They are most of
 * the drawing of a browser without a graphics card.
 */
const freezeMotion = () => {
  const still =
    "*, ::before, ::after, ::backdrop { animation-duration: 0s !important; transition-duration: 0s !important }"
  const { replaceSync } = CSSStyleSheet.prototype
  CSSStyleSheet.prototype.replaceSync = function (text) {
    replaceSync.call(this, `${text}\n${still}`)
  }
}
