/** The service worker: holds the wallet, connects each page under its own origin, and stores the wallet's state. */
import { type DevWallet, ProviderError } from "@wmodal/dev-wallet"
import { Effect, Fiber, Result } from "effect"
import * as z from "zod/mini"
import { makeApprovals } from "./approvals.ts"
import { Config } from "./nodes.ts"
import { makeWallet } from "./wallet.ts"
import { type WalletReport, WalletRequest } from "./wire.ts"

const events = ["accountsChanged", "chainChanged", "disconnect", "standard:change"] as const

const approvals = makeApprovals()

/** Ports of pages, by the origin that the browser reports. */
const portsByOrigin = new Map<string, Set<chrome.runtime.Port>>()
const listeningOrigins = new Set<string>()

/** The state that outlives worker and browser. It contains no key. */
const StoredWallet = z.object({
  projectId: z.string(),
  snapshot: z.optional(z.unknown()),
  smartAccount: z._default(z.boolean(), false),
  signOnly: z._default(z.boolean(), false),
})
type StoredWallet = z.infer<typeof StoredWallet>

const defaultFeatures = { smartAccount: false, signOnly: false }

const readConfig = async (): Promise<Config> =>
  Config.parse(await (await fetch(chrome.runtime.getURL("config.json"))).json())

const loadWallet = async (): Promise<DevWallet> => {
  const config = await readConfig()
  const stored = StoredWallet.safeParse((await chrome.storage.local.get("wallet"))["wallet"])
  return startWallet(
    config,
    stored.success ? stored.data : { ...defaultFeatures, projectId: config.projectId },
  )
}

const startWallet = (
  config: Config,
  { projectId, signOnly, smartAccount, snapshot }: StoredWallet,
): DevWallet => {
  const wallet = makeWallet({
    config: { ...config, projectId },
    approve: approvals.approve,
    snapshot,
    smartAccount,
    signOnly,
  })
  const store = (state: unknown) =>
    chrome.storage.local.set({ wallet: { projectId, signOnly, smartAccount, snapshot: state } })
  wallet.subscribe(store)
  return wallet
}

/** Replaces the wallet before the pages disconnect, because they reconnect at once. */
const replaceWallet = async (stored: StoredWallet) => {
  const config = await readConfig()
  await chrome.storage.local.set({ wallet: stored })
  wallet = Promise.resolve(startWallet(config, stored))
  listeningOrigins.clear()
  for (const port of [...portsByOrigin.values()].flatMap((ports) => [...ports])) port.disconnect()
  portsByOrigin.clear()
}

const changeFeatures = async (features: Partial<Pick<StoredWallet, "signOnly" | "smartAccount">>) => {
  const stored = StoredWallet.parse((await chrome.storage.local.get("wallet"))["wallet"])
  await replaceWallet({ ...stored, snapshot: (await wallet).snapshot(), ...features })
}

let wallet = loadWallet()

/** For tests only: accepts requests without responding. */
let isUnresponsive = false

const sendReport = (port: chrome.runtime.Port, report: WalletReport) => {
  try {
    port.postMessage(report)
  } catch {
    // The page was closed before the response.
  }
}

const listenToWallet = (to: DevWallet, origin: string) => {
  if (listeningOrigins.has(origin)) return
  listeningOrigins.add(origin)
  const provider = to.provider(origin)
  for (const event of events) {
    provider.on(event, (value) => {
      const data = value instanceof ProviderError ? { code: value.code, message: value.message } : value
      for (const port of portsByOrigin.get(origin) ?? []) sendReport(port, { event, data })
    })
  }
}

const servePort = (port: chrome.runtime.Port, origin: string) => {
  const ports = portsByOrigin.get(origin) ?? new Set()
  portsByOrigin.set(origin, ports.add(port))
  const asked = new Set<Fiber.Fiber<void>>()

  port.onMessage.addListener(async (message) => {
    const request = WalletRequest.safeParse(message)
    if (!request.success || isUnresponsive) return
    const { id, method, params } = request.data
    const to = await wallet
    listenToWallet(to, origin)
    const fiber = Effect.runFork(
      Effect.map(
        Effect.result(to.handle(origin, method, Array.isArray(params) ? params : [])),
        Result.match({
          onSuccess: (result) => sendReport(port, { id, result }),
          onFailure: ({ code, message, data }) => sendReport(port, { id, error: { code, message, data } }),
        }),
      ),
    )
    asked.add(fiber)
    fiber.addObserver(() => asked.delete(fiber))
  })

  port.onDisconnect.addListener(() => {
    ports.delete(port)
    // The requester is gone, so the prompt is withdrawn.
    for (const fiber of asked) Effect.runFork(Fiber.interrupt(fiber))
  })

  wallet.then((to) => listenToWallet(to, origin))
}

chrome.runtime.onConnect.addListener((port) => {
  if (approvals.attach(port)) return
  const origin = port.sender?.origin
  if (port.name !== "page" || origin === undefined || origin === "null") return port.disconnect()
  servePort(port, origin)
})

/** For tests only: the actions of the wallet's owner in its own UI. */
const controls = {
  reset: async (projectId: string) => {
    isUnresponsive = false
    await replaceWallet({ ...defaultFeatures, projectId })
  },
  /** Enables batches and asset queries. Open pages reconnect by themselves. */
  smartAccount: (on: boolean) => changeFeatures({ smartAccount: on }),
  /** Leaves sending to the dApp, on Solana and Bitcoin. Open pages reconnect by themselves. */
  signOnly: (on: boolean) => changeFeatures({ signOnly: on }),
  hush: async () => {
    isUnresponsive = true
  },
  lock: async () => (await wallet).lock(),
  unlock: async () => (await wallet).unlock(),
  selectAccount: async (index: number) => {
    const to = await wallet
    to.selectAccount(to.accounts[index] ?? "")
    for (const { accounts } of to.sides) to.selectAccount(accounts[index]?.addresses[0].address ?? "")
  },
  selectChain: async (chainId: number) => (await wallet).selectChain(chainId),
  disconnect: async (origin: string) => (await wallet).disconnect(origin),
}
Object.assign(globalThis, { devWallet: controls })
