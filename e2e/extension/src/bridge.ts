/**
 * The isolated half in the page: carries requests from the page's provider to the wallet, and reports back.
 * It adds nothing to a request: who asks is what the browser says of this frame, never what the page says.
 */
import { channel, Report, ToBridge } from "./wire.ts"

let current: chrome.runtime.Port | null = null
/** Asked and not answered: they fail when the worker goes away, so that no page waits for ever. */
const open = new Set<number>()

const toPage = (report: Report) => {
  if ("id" in report) open.delete(report.id)
  window.postMessage({ channel, to: "page", report }, window.origin)
}

const connected = (): chrome.runtime.Port | null => {
  if (current !== null) return current
  // An extension that was removed or updated leaves its old scripts behind, without a runtime.
  if (chrome.runtime?.id === undefined) return null
  const port = chrome.runtime.connect({ name: "page" })
  current = port
  port.onMessage.addListener((message) => {
    const report = Report.safeParse(message)
    if (report.success) toPage(report.data)
  })
  port.onDisconnect.addListener(() => {
    current = null
    for (const id of open) toPage({ id, error: { code: 4900, message: "The wallet went away" } })
    connected()
  })
  return port
}

window.addEventListener("message", (event) => {
  if (event.source !== window || event.origin !== window.origin) return
  const message = ToBridge.safeParse(event.data)
  if (!message.success) return
  const { request } = message.data
  const port = connected()
  if (port === null) {
    return toPage({ id: request.id, error: { code: 4900, message: "The wallet went away" } })
  }
  open.add(request.id)
  port.postMessage(request)
})

connected()
