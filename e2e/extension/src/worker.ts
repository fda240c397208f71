/** The wallet's process: holds it, connects each page to it under the page's own origin, and stores what it may. */
import { type DevWallet, ProviderError } from "@wmodal/dev-wallet"
import { Effect, Fiber, Result } from "effect"
import * as z from "zod/mini"
import { makeApprovals } from "./approvals.ts"
import { Config } from "./nodes.ts"
import { makeWallet } from "./wallet.ts"
import { type WalletReport, WalletRequest } from "./wire.ts"

const events = ["accountsChanged", "chainChanged", "disconnect", "standard:change"] as const

const approvals = makeApprovals()

/** Pages, by the origin that the browser gives for them. */
const portsByOrigin = new Map<string, Set<chrome.runtime.Port>>()
const listeningOrigins = new Set<string>()

/** What outlives the worker and the browser: no key is among it. */
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

/** Goes on with another wallet. First the wallet: a page that is disconnected comes back at once. */
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

/** For tests alone: takes requests and answers none. */
let isUnresponsive = false

const sendReport = (port: chrome.runtime.Port, report: WalletReport) => {
  try {
    port.postMessage(report)
  } catch {
    // The page left while it was being answered: nobody is there to be told.
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
    // Nobody waits any longer: the question is withdrawn.
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

/** For tests alone: what the wallet's owner would do in its own screens. */
const controls = {
  reset: async (projectId: string) => {
    isUnresponsive = false
    await replaceWallet({ ...defaultFeatures, projectId })
  },
  /** Whether it does several calls as one and says what it holds. Pages that are open come back by themselves. */
  smartAccount: (on: boolean) => changeFeatures({ smartAccount: on }),
  /** Whether it leaves the sending to the page, on Solana and Bitcoin. As above. */
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
