import puppeteer, { type Frame, type Page } from "puppeteer-core"
import { type Engine, type EngineKey, type EngineScope, type EngineWindow, viewportSize } from "./Engine.ts"
import { enginePaths } from "./enginePaths.ts"

const toScope = (getFrame: () => Promise<Frame>): EngineScope => ({
  evaluate: async (run, given) => {
    const frame = await getFrame()
    return JSON.parse(String(await frame.evaluate(toSource(run, given))))
  },
})

/** Returns an expression that runs a function of one argument and gives its result as text. */
const toSource = (run: (given: never) => unknown, given: unknown) =>
  `(async () => JSON.stringify((await (${run})(${JSON.stringify(given) ?? ""})) ?? null))()`

const findFrame = async (page: Page, path: readonly string[]): Promise<Frame> => {
  let frame = page.mainFrame()
  for (const selector of path) {
    const element = (await frame.$(selector)) ?? (await frame.$(`>>> ${selector}`))
    const inner = await element?.contentFrame()
    if (inner == null) throw new Error(`There is no frame ${selector}.`)
    frame = inner
  }
  return frame
}

/** Puppeteer knows the space bar by its character alone in Firefox. */
const toKey = (key: EngineKey) => (key === "Space" ? " " : key)

const toWindow = (page: Page): EngineWindow => ({
  ...toScope(async () => page.mainFrame()),
  open: async (url) => {
    await page.goto(url)
  },
  frame: (path) => toScope(() => findFrame(page, path)),
  moveMouse: ({ x, y }) => page.mouse.move(x, y),
  pressMouse: () => page.mouse.down(),
  releaseMouse: () => page.mouse.up(),
  tap: ({ x, y }) => page.touchscreen.tap(x, y),
  pressKey: (key) => page.keyboard.down(toKey(key)),
  liftKey: (key) => page.keyboard.up(toKey(key)),
  type: (text) => page.keyboard.type(text),
  turnWheel: async ({ x, y }, distance) => {
    await page.mouse.move(x, y)
    await page.mouse.wheel({ deltaY: distance })
  },
  screenshot: () => page.screenshot(),
  close: () => page.close(),
})

/** A machine without a mouse has one all the same, as under Playwright. */
const mouseSettings =
  "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4"

const launchOptions = {
  chromium: {
    browser: "chrome",
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", mouseSettings],
  },
  firefox: {
    browser: "firefox",
    extraPrefsFirefox: { "dom.w3c_touch_events.enabled": 1, "dom.disable_open_during_load": true },
  },
} as const

/** Starts Debian's Chromium over CDP or Debian's Firefox over WebDriver BiDi, both headless. */
export async function launchByPuppeteer(name: "chromium" | "firefox"): Promise<Engine> {
  const { args = [], ...options } = { args: undefined, ...launchOptions[name] }
  const browser = await puppeteer.launch({
    ...options,
    args: [...args],
    executablePath: enginePaths[name],
    // Pages open windows as they may for users.
    ignoreDefaultArgs: ["--disable-popup-blocking"],
    headless: true,
    defaultViewport: null,
  })
  const blank = await browser.pages()
  const page = await browser.newPage()
  await page.setViewport({ width: viewportSize, height: viewportSize })
  return {
    name,
    version: await browser.version(),
    window: toWindow(page),
    popups: async () =>
      (await browser.pages()).filter((one) => one !== page && !blank.includes(one)).map(toWindow),
    close: () => browser.close(),
  }
}
