/**
 * The script in the page's main world: one wallet that announces itself by EIP-6963, registers by the Wallet Standard,
 * and adds itself to `injectedWeb3`.
 */
import { makeInjectedEntry, makeStandardWallet, registerWallet } from "@wmodal/dev-wallet/page"
import { channel, PageMessage, type WalletReport } from "./wire.ts"

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#7c5cff"/><stop offset="1" stop-color="#3b6cf6"/></linearGradient></defs><rect width="96" height="96" rx="22" fill="url(#g)"/><path d="M20 33l11 32 17-27 17 27 11-32" fill="none" stroke="#fff" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"/></svg>',
)}`

class ProviderError extends Error {
  readonly code: number
  readonly data: unknown
  constructor(error: { readonly code: number; readonly message: string; readonly data?: unknown }) {
    super(error.message)
    this.code = error.code
    this.data = error.data
  }
}

type Listener = (data: unknown) => void

const listeners = new Map<string, Set<Listener>>()
const pendingRequests = new Map<number, (report: WalletReport) => void>()
let lastId = 0

window.addEventListener("message", (event) => {
  if (event.source !== window || event.origin !== window.origin) return
  const message = PageMessage.safeParse(event.data)
  if (!message.success) return
  const { report } = message.data
  if ("event" in report) {
    for (const listener of listeners.get(report.event) ?? []) listener(report.data)
    return
  }
  pendingRequests.get(report.id)?.(report)
  pendingRequests.delete(report.id)
})

const sendRequest = (asked: { readonly method: string; readonly params?: unknown }): Promise<unknown> =>
  new Promise((resolve, reject) => {
    lastId += 1
    pendingRequests.set(lastId, (report) => {
      if ("error" in report) reject(new ProviderError(report.error))
      else if ("result" in report) resolve(report.result)
    })
    const { method, params } = asked
    window.postMessage({ channel, to: "bridge", request: { id: lastId, method, params } }, window.origin)
  })

const provider = Object.freeze({
  request: sendRequest,
  on: (event: string, listener: Listener) => {
    const known = listeners.get(event) ?? new Set()
    listeners.set(event, known.add(listener))
  },
  removeListener: (event: string, listener: Listener) => {
    listeners.get(event)?.delete(listener)
  },
})

const name = "wmodal Dev Wallet"

const announcedDetail = Object.freeze({
  info: Object.freeze({
    uuid: crypto.randomUUID(),
    name,
    icon,
    rdns: "dev.wmodal.wallet",
  }),
  provider,
})

const announce = () =>
  window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail: announcedDetail }))

// A sandboxed frame has an opaque origin, so the wallet cannot use it.
if (window.origin !== "null") {
  window.addEventListener("eip6963:requestProvider", announce)
  announce()
  // The maximal features, registered at once, so that the wallet is a single one from the start.
  registerWallet(window, makeStandardWallet(provider, { name, icon }))
  // Polkadot's wallets add themselves to one object of the page.
  const injected: unknown = Reflect.get(window, "injectedWeb3") ?? {}
  if (typeof injected === "object" && injected !== null)
    Reflect.set(window, "injectedWeb3", Object.assign(injected, { [name]: makeInjectedEntry(provider) }))
}
