/**
 * The isolated content script: relays requests from the page's provider to the wallet, and its reports back.
 * It adds nothing to a request: the browser names the origin of the frame, never the page itself.
 */
import { BridgeMessage, channel, WalletReport } from "./wire.ts"

let currentPort: chrome.runtime.Port | null = null
/** Ids of pending requests, which fail when the worker ends, so that no dApp waits forever. */
const openRequestIds = new Set<number>()

const postToPage = (report: WalletReport) => {
  if ("id" in report) openRequestIds.delete(report.id)
  window.postMessage({ channel, to: "page", report }, window.origin)
}

const connectPort = (): chrome.runtime.Port | null => {
  if (currentPort !== null) return currentPort
  // A removed or updated extension leaves its old scripts behind, without a runtime.
  if (chrome.runtime?.id === undefined) return null
  const port = chrome.runtime.connect({ name: "page" })
  currentPort = port
  port.onMessage.addListener((message) => {
    const report = WalletReport.safeParse(message)
    if (report.success) postToPage(report.data)
  })
  port.onDisconnect.addListener(() => {
    currentPort = null
    for (const id of openRequestIds)
      postToPage({ id, error: { code: 4900, message: "The wallet went away" } })
    connectPort()
  })
  return port
}

window.addEventListener("message", (event) => {
  if (event.source !== window || event.origin !== window.origin) return
  const message = BridgeMessage.safeParse(event.data)
  if (!message.success) return
  const { request } = message.data
  const port = connectPort()
  if (port === null) {
    return postToPage({ id: request.id, error: { code: 4900, message: "The wallet went away" } })
  }
  openRequestIds.add(request.id)
  port.postMessage(request)
})

connectPort()
