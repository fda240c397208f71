import type { Page } from "playwright-core"
import * as z from "zod/mini"
import { firstAccount } from "../src/harness/modal.ts"
import type { Site } from "../src/harness/site.ts"
import type { TestWorld } from "../src/harness/testWorld.ts"
import { makePrompts, type Prompts, WalletError } from "./prompts.ts"
import { signers } from "./signRequest.ts"

interface KitNamespace {
  readonly chains: readonly string[]
  readonly accounts: readonly string[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

declare global {
  function startKit(options: { readonly projectId: string; readonly relayUrl: string }): Promise<void>
  /** Reown's kit, once it has started. */
  // oxlint-disable-next-line no-var -- only a `var` is a property of `globalThis`
  var kit: {
    pair(options: { readonly uri: string }): Promise<void>
    getActiveSessions(): Readonly<Record<string, unknown>>
    updateSession(options: {
      readonly topic: string
      readonly namespaces: { readonly eip155: KitNamespace }
    }): Promise<{ acknowledged(): Promise<void> }>
    emitSessionEvent(options: {
      readonly topic: string
      readonly event: { readonly name: string; readonly data: unknown }
      readonly chainId: string
    }): Promise<void>
    disconnectSession(options: {
      readonly topic: string
      readonly reason: { readonly code: number; readonly message: string }
    }): Promise<void>
  }
}

/** What the phone has and can. */
interface Abilities {
  readonly account: string
  readonly chainIds: readonly number[]
  readonly methods: readonly string[]
}

/** A phone that runs Reown's kit, in a page of its own, controlled by its owner. */
export interface KitPhone extends Pick<Prompts, "promptAfter"> {
  /** Scans a link. */
  readonly scan: (link: string) => Promise<void>
  /** Changes what it has and can; sessions keep what was approved. */
  readonly become: (abilities: Partial<Abilities>) => void
  /** Tells the dApps of its sessions what it has and can. */
  readonly update: () => Promise<void>
  /** Sends an event of a network to the dApps of its sessions. */
  readonly emit: (name: string, data: unknown, chainId: number) => Promise<void>
  readonly disconnect: () => Promise<void>
  /** The number of its sessions. */
  readonly countSessions: () => Promise<number>
  /** Ends the app; its storage stays. */
  readonly stop: () => Promise<void>
  readonly start: () => Promise<void>
}

const requestSchema = z.object({
  chainId: z.optional(z.string()),
  method: z.string(),
  params: z.array(z.unknown()),
})
const switchSchema = z.tuple([z.object({ chainId: z.string() })])

/** Source: `getSdkError("USER_REJECTED")` of `@walletconnect/utils`. */
const declined = new WalletError(5000, "User rejected.")
const allMethods = [...Object.keys(signers), "wallet_switchEthereumChain", "wallet_addEthereumChain"]

/** Starts a phone with the first account of the test mnemonic, Ethereum and Polygon, on this world's nodes. */
export const startKitPhone = async (
  page: Page,
  site: Site,
  world: TestWorld,
  script: string,
): Promise<KitPhone> => {
  const prompts = makePrompts()
  let abilities: Abilities = { account: firstAccount, chainIds: [1, 137], methods: allMethods }

  const toNamespace = (): KitNamespace => {
    const chains = abilities.chainIds.map((chainId) => `eip155:${chainId}`)
    return {
      chains,
      accounts: chains.map((chain) => `${chain}:${abilities.account}`),
      methods: abilities.methods,
      events: ["accountsChanged", "chainChanged"],
    }
  }
  const update = () =>
    page.evaluate(async (eip155) => {
      for (const topic of Object.keys(kit.getActiveSessions())) {
        const { acknowledged } = await kit.updateSession({ topic, namespaces: { eip155 } })
        await acknowledged()
      }
    }, toNamespace())
  const emit: KitPhone["emit"] = (name, data, chainId) =>
    page.evaluate(
      async (options) => {
        for (const topic of Object.keys(kit.getActiveSessions()))
          await kit.emitSessionEvent({ topic, ...options })
      },
      { event: { name, data }, chainId: `eip155:${chainId}` },
    )

  const take = async (asked: unknown) => {
    const { chainId, method, params } = requestSchema.parse(asked)
    await prompts.ask(method, params, declined)
    if (method === "session_proposal") return toNamespace()
    if (method === "wallet_switchEthereumChain") {
      const next = Number(switchSchema.parse(params)[0].chainId)
      abilities = { ...abilities, chainIds: [...new Set([...abilities.chainIds, next])] }
      await update()
      await emit("chainChanged", next, next)
      return null
    }
    const signer = signers[method]
    if (signer === undefined) throw new WalletError(-32601, `The method ${method} does not exist.`)
    return signer(params, world, Number(chainId?.split(":")[1]))
  }
  const answer = async (asked: unknown) => {
    try {
      return { result: await take(asked) }
    } catch (thrown) {
      const { code, message } =
        thrown instanceof WalletError ? thrown : { code: -32603, message: String(thrown) }
      return { error: { code, message } }
    }
  }

  const origin = site.host({
    files: { "/index.html": `<!doctype html><script src="/kit.js"></script>`, "/kit.js": script },
  })
  const start = async () => {
    await page.goto(origin)
    await page.evaluate((options) => globalThis.startKit(options), {
      projectId: world.projectId,
      relayUrl: world.relay,
    })
  }
  await page.exposeFunction("askPhone", answer)
  await start()

  return {
    promptAfter: prompts.promptAfter,
    scan: (uri) => page.evaluate((options) => kit.pair(options), { uri }),
    become: (next) => {
      abilities = { ...abilities, ...next }
    },
    update,
    emit,
    disconnect: () =>
      page.evaluate(async () => {
        for (const topic of Object.keys(kit.getActiveSessions()))
          await kit.disconnectSession({ topic, reason: { code: 6000, message: "User disconnected." } })
      }),
    countSessions: () => page.evaluate(() => Object.keys(kit.getActiveSessions()).length),
    stop: async () => {
      await page.goto("about:blank")
    },
    start,
  }
}
