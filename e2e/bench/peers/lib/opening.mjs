import { pathOf } from "./summary.mjs"

const getBlockingTime = (tasks) => tasks.reduce((sum, duration) => sum + Math.max(0, duration - 50), 0)
const getLongTasks = (page) => page.evaluate(() => window.__bench.longTasks.map(({ duration }) => duration))

/** Waits until the opener takes a click, then starts to record. Returns the middle of its box. */
async function prepareClick(page, app) {
  const opener = await page.waitForSelector(app.opener, { state: "visible", timeout: 60_000 })
  return opener.evaluate(
    async (element, { wallet, dialog }) => {
      const middle = await window.__bench.whenActionable(element)
      window.__bench.arm(element, wallet, dialog)
      return middle
    },
    { wallet: app.wallet, dialog: app.dialog },
  )
}

/** Waits for the first wallet. An error says what is visible instead. */
async function waitForWallet(page) {
  const isOpaque = () => window.__bench.result.opaque !== null
  try {
    await page.waitForFunction(isOpaque, null, { timeout: 30_000, polling: 100 })
  } catch {
    const { clickAt, texts } = await page.evaluate(() => ({
      clickAt: window.__bench.clickAt,
      texts: window.__bench.getVisibleTexts(),
    }))
    const click = clickAt === null ? "no click arrived" : "no wallet in 30 s after the click"
    throw new Error(`${click}; visible: ${texts.join(" · ")}`)
  }
}

/** Measures the load of a page until it is idle. */
async function measureLoad({ page, getMetrics, getHeap }, app, log) {
  await page.goto(app.url, { waitUntil: "load", timeout: 90_000 })
  const atLoad = await getMetrics()
  const isScript = ({ url, own }) => own && /\.m?js$/.test(pathOf(url)) && app.files.has(pathOf(url))
  const jsRequestsAtLoadEvent = log.requests.filter(isScript).length
  await page.waitForSelector(app.opener, { state: "visible", timeout: 60_000 })
  await log.settle()
  const settled = await getMetrics()
  const longTasks = await getLongTasks(page)
  const navigation = await page.evaluate(() => ({
    loadEventMs: performance.getEntriesByType("navigation")[0].loadEventEnd,
    fcpMs: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? null,
  }))
  return {
    ...navigation,
    scriptAtLoadMs: atLoad.ScriptDuration * 1000,
    taskAtLoadMs: atLoad.TaskDuration * 1000,
    scriptSettledMs: settled.ScriptDuration * 1000,
    taskSettledMs: settled.TaskDuration * 1000,
    longTasks: longTasks.length,
    longTaskTotalMs: longTasks.reduce((sum, duration) => sum + duration, 0),
    longestTaskMs: Math.max(0, ...longTasks),
    tbtMs: getBlockingTime(longTasks),
    jsRequestsAtLoadEvent,
    heapLoadBytes: await getHeap(),
  }
}

/** Loads a page and opens its modal: after a pause, or with `first` as soon as the opener takes a click. */
export async function measureOpening(browser, app, { first }) {
  const { log } = browser
  const opened = await browser.openPage()
  const { page, getMetrics, getHeap, press } = opened
  const load = first ? {} : await measureLoad(opened, app, log)
  if (first) await page.goto(app.url, { waitUntil: "commit", timeout: 90_000 })
  const before = first ? null : await getMetrics()
  const earlier = first ? 0 : load.longTasks
  const middle = await prepareClick(page, app)
  log.phase = "open"
  await press(middle)
  await waitForWallet(page)
  await log.settle()
  const after = await getMetrics()
  const { clickAt, result, shift } = await page.evaluate(() => ({
    clickAt: window.__bench.clickAt,
    result: window.__bench.result,
    shift: window.__bench.getShiftAfterFirst(),
  }))
  const longTasks = (await getLongTasks(page)).slice(earlier)
  return {
    requests: log.requests,
    errors: [...new Set(log.errors)],
    firstText: result.firstText,
    values: {
      ...load,
      clickedMs: clickAt,
      navigationOpaqueMs: clickAt + result.opaque,
      clickFirstMs: result.first,
      clickWalletMs: result.wallet,
      clickOpaqueMs: result.opaque,
      clickFocusMs: result.focus,
      shiftAfterFirst: shift,
      scriptOpenMs: before && (after.ScriptDuration - before.ScriptDuration) * 1000,
      taskOpenMs: before && (after.TaskDuration - before.TaskDuration) * 1000,
      longTasksOpen: longTasks.length,
      longestTaskOpenMs: Math.max(0, ...longTasks),
      heapOpenBytes: await getHeap(),
    },
  }
}
