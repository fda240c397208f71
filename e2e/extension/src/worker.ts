/** The wallet's process: holds it, connects each page to it under the page's own origin, and stores what it may. */
import { type DevWallet, ProviderError } from "@wmodal/dev-wallet"
import { Effect, Fiber, Result } from "effect"
import * as z from "zod/mini"
import { makeApprovals } from "./approvals.ts"
import { Config } from "./nodes.ts"
import { makeWallet } from "./wallet.ts"
import { type Report, Request } from "./wire.ts"

const events = ["accountsChanged", "chainChanged", "disconnect", "standard:change"] as const

const approvals = makeApprovals()

/** Pages, by the origin that the browser gives for them. */
const pages = new Map<string, Set<chrome.runtime.Port>>()
const listening = new Set<string>()

/** What outlives the worker and the browser: no key is among it. */
const Stored = z.object({
  projectId: z.string(),
  snapshot: z.optional(z.unknown()),
  smartAccount: z._default(z.boolean(), false),
  signOnly: z._default(z.boolean(), false),
})
type Stored = z.infer<typeof Stored>

const asNew = { smartAccount: false, signOnly: false }

const readConfig = async (): Promise<Config> =>
  Config.parse(await (await fetch(chrome.runtime.getURL("config.json"))).json())

const load = async (): Promise<DevWallet> => {
  const config = await readConfig()
  const stored = Stored.safeParse((await chrome.storage.local.get("wallet"))["wallet"])
  return start(config, stored.success ? stored.data : { ...asNew, projectId: config.projectId })
}

const start = (config: Config, { projectId, signOnly, smartAccount, snapshot }: Stored): DevWallet => {
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
const replace = async (stored: Stored) => {
  const config = await readConfig()
  await chrome.storage.local.set({ wallet: stored })
  wallet = Promise.resolve(start(config, stored))
  listening.clear()
  for (const port of [...pages.values()].flatMap((ports) => [...ports])) port.disconnect()
  pages.clear()
}

const change = async (features: Partial<Pick<Stored, "signOnly" | "smartAccount">>) => {
  const stored = Stored.parse((await chrome.storage.local.get("wallet"))["wallet"])
  await replace({ ...stored, snapshot: (await wallet).snapshot(), ...features })
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
    hushed = false
    await replace({ ...asNew, projectId })
  },
  /** Whether it does several calls as one and says what it holds. Pages that are open come back by themselves. */
  smartAccount: (on: boolean) => change({ smartAccount: on }),
  /** Whether it leaves the sending to the page, on Solana and Bitcoin. As above. */
  signOnly: (on: boolean) => change({ signOnly: on }),
  hush: async () => {
    hushed = true
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
