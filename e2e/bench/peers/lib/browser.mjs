import { readFileSync } from "node:fs"
import { chromium } from "playwright-core"

const readScript = (name) => readFileSync(new URL(name, import.meta.url), "utf8")
const observer = readScript("pageObserver.js")
const installedWallet = readScript("installedWallet.js")

const networks = {
  fast4g: {
    offline: false,
    latency: 165,
    downloadThroughput: (9e6 / 8) * 0.9,
    uploadThroughput: (1.5e6 / 8) * 0.9,
    connectionType: "cellular4g",
  },
}

export const launchChromium = (outsidePort) =>
  chromium.launch({
    executablePath: process.env.WMODAL_CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--ignore-certificate-errors",
      `--host-resolver-rules=MAP * 127.0.0.1:${outsidePort},EXCLUDE localhost,EXCLUDE 127.0.0.1`,
    ],
  })

/** Records the requests of a context. `phase` is written to each of them. */
function recordRequests(context, app) {
  const log = { phase: "load", requests: [], errors: [], last: Date.now() }
  const touch = () => {
    log.last = Date.now()
  }
  const isOwn = (url) => url.startsWith(app.url)
  context.on("request", (request) => {
    const url = request.url()
    if (/^(data|blob|chrome|about):/.test(url)) return
    touch()
    log.requests.push({ url, own: isOwn(url), type: request.resourceType(), phase: log.phase })
  })
  context.on("requestfinished", touch)
  context.on("requestfailed", touch)
  context.on("page", (page) => {
    page.on("websocket", (socket) =>
      log.requests.push({ url: socket.url(), own: false, type: "websocket", phase: log.phase }),
    )
    page.on("pageerror", ({ message }) => log.errors.push(String(message).slice(0, 200)))
  })
  /** Waits until nothing was requested for `quiet` ms; at least `min`, at most `max` ms. */
  log.settle = async (quiet = 1000, min = 1500, max = 15_000) => {
    const start = Date.now()
    for (;;) {
      const now = Date.now()
      if (now - start > max || (now - start >= min && now - log.last >= quiet)) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  return log
}

/**
 * Opens pages in a fresh browser. `net` is a name of a slow network, `cpu` the slowdown of the processor, `wallet`
 * whether a wallet is installed.
 */
export async function openBrowser(app, { outsidePort, net, cpu = 1, wallet = false }) {
  const browser = await launchChromium(outsidePort)
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    ignoreHTTPSErrors: true,
  })
  await context.addInitScript(observer)
  if (wallet) await context.addInitScript(installedWallet)
  const log = recordRequests(context, app)
  const openPage = async () => {
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send("Performance.enable")
    if (net !== undefined) {
      await cdp.send("Network.enable")
      await cdp.send("Network.emulateNetworkConditions", networks[net])
    }
    if (cpu > 1) await cdp.send("Emulation.setCPUThrottlingRate", { rate: cpu })
    const getMetrics = async () => {
      const { metrics } = await cdp.send("Performance.getMetrics")
      return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
    }
    const getHeap = async () => {
      await cdp.send("HeapProfiler.collectGarbage")
      await cdp.send("HeapProfiler.collectGarbage")
      return (await getMetrics()).JSHeapUsedSize
    }
    /** Moves the pointer to a place and clicks: one burst, so that hover and press come together. */
    const press = ({ x, y }) => {
      const button = { button: "left", clickCount: 1 }
      const send = (type, more) => cdp.send("Input.dispatchMouseEvent", { type, x, y, ...more })
      return Promise.all([
        send("mouseMoved"),
        send("mousePressed", { ...button, buttons: 1 }),
        send("mouseReleased", button),
      ])
    }
    return { page, getMetrics, getHeap, press }
  }
  return { context, log, openPage, close: () => browser.close() }
}
