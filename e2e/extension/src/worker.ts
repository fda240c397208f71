/** The wallet's process: holds it, connects each page to it under the page's own origin, and stores what it may. */
import { type DevWallet, ProviderError } from "@wmodal/chains/dev"
import { Effect, Fiber, Result } from "effect"
import * as z from "zod/mini"
import { makeApprovals } from "./approvals.ts"
import { Config, makeWallet } from "./wallet.ts"
import { type Report, Request } from "./wire.ts"

const events = ["accountsChanged", "chainChanged", "disconnect"] as const

const approvals = makeApprovals()

/** Pages, by the origin that the browser gives for them. */
const pages = new Map<string, Set<chrome.runtime.Port>>()
const listening = new Set<string>()

/** What outlives the worker and the browser: no key is among it. */
const Stored = z.object({ projectId: z.string(), snapshot: z.optional(z.unknown()) })

const readConfig = async (): Promise<Config> =>
  Config.parse(await (await fetch(chrome.runtime.getURL("config.json"))).json())

const load = async (): Promise<DevWallet> => {
  const config = await readConfig()
  const stored = Stored.safeParse((await chrome.storage.local.get("wallet"))["wallet"])
  return stored.success
    ? start({ ...config, projectId: stored.data.projectId }, stored.data.snapshot)
    : start(config, undefined)
}

const start = (config: Config, snapshot: unknown): DevWallet => {
  const wallet = makeWallet({ config, approve: approvals.approve, snapshot })
  const store = (state: unknown) =>
    chrome.storage.local.set({ wallet: { projectId: config.projectId, snapshot: state } })
  wallet.subscribe(store)
  return wallet
}

let wallet = load()

/** For tests alone: takes requests and answers none. */
let hushed = false

const send = (port: chrome.runtime.Port, report: Report) => {
  try {
    port.postMessage(report)
  } catch {
    // The page left while it was being answered: nobody is there to be told.
  }
}

const listen = (to: DevWallet, origin: string) => {
  if (listening.has(origin)) return
  listening.add(origin)
  const provider = to.provider(origin)
  for (const event of events) {
    provider.on(event, (value) => {
      const data = value instanceof ProviderError ? { code: value.code, message: value.message } : value
      for (const port of pages.get(origin) ?? []) send(port, { event, data })
    })
  }
}

const serve = (port: chrome.runtime.Port, origin: string) => {
  const ports = pages.get(origin) ?? new Set()
  pages.set(origin, ports.add(port))
  const asked = new Set<Fiber.Fiber<void>>()

  port.onMessage.addListener(async (message) => {
    const request = Request.safeParse(message)
    if (!request.success || hushed) return
    const { id, method, params } = request.data
    const to = await wallet
    listen(to, origin)
    const fiber = Effect.runFork(
      Effect.map(
        Effect.result(to.handle(origin, method, Array.isArray(params) ? params : [])),
        Result.match({
          onSuccess: (result) => send(port, { id, result }),
          onFailure: ({ code, message, data }) => send(port, { id, error: { code, message, data } }),
        }),
      ),
    )
    asked.add(fiber)
    fiber.addObserver(() => asked.delete(fiber))
  })

  port.onDisconnect.addListener(() => {
    ports.delete(port)
    // Nobody waits any longer: the question is withdrawn.
    for (const fiber of asked) Effect.runFork(Fiber.interrupt(fiber))
  })

  wallet.then((to) => listen(to, origin))
}

chrome.runtime.onConnect.addListener((port) => {
  if (approvals.attach(port)) return
  const origin = port.sender?.origin
  if (port.name !== "page" || origin === undefined || origin === "null") return port.disconnect()
  serve(port, origin)
})

/** For tests alone: what the wallet's owner would do in its own screens. */
const controls = {
  reset: async (projectId: string) => {
    const config = await readConfig()
    await chrome.storage.local.set({ wallet: { projectId } })
    hushed = false
    // First the wallet: a page that is disconnected comes back at once.
    wallet = Promise.resolve(start({ ...config, projectId }, undefined))
    listening.clear()
    for (const port of [...pages.values()].flatMap((ports) => [...ports])) port.disconnect()
    pages.clear()
  },
  hush: async () => {
    hushed = true
  },
  lock: async () => (await wallet).lock(),
  unlock: async () => (await wallet).unlock(),
  selectAccount: async (index: number) => {
    const to = await wallet
    to.selectAccount(to.accounts[index] ?? "")
  },
  selectChain: async (chainId: number) => (await wallet).selectChain(chainId),
  disconnect: async (origin: string) => (await wallet).disconnect(origin),
}
Object.assign(globalThis, { devWallet: controls })
