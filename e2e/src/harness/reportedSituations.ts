import type { Page } from "playwright-core"
import { type HostPageOptions, makeHostPage, withoutBlockchainApi } from "./hostPage.ts"
import { firstAccount, getModalViews, type ModalViews } from "./modal.ts"
import { story } from "./story.ts"
import { toTestTags } from "./testTags.ts"
import type { TestWorld } from "./testWorld.ts"

interface PageWallet {
  readonly name?: string
  /** What it answers instead, as the text of an object of functions, by method. */
  readonly answers?: string
  /** Runs once the provider `acme` exists. */
  readonly setup?: string
}

/**
 * The script of a wallet of the page's own, which connects without a prompt. `wallets[name]` is its provider, with what
 * it was asked for; its network outlives a reload.
 */
export const makeWallet = ({ name = "Acme", answers = "{}", setup = "" }: PageWallet = {}) => `
{
  const log = []
  const listeners = { accountsChanged: [], chainChanged: [], disconnect: [] }
  const answers = ${answers}
  const provider = {
    log,
    accounts: [${JSON.stringify(firstAccount)}],
    get chain() { return sessionStorage.getItem("chain") ?? "0x1" },
    set chain(value) { sessionStorage.setItem("chain", value) },
    emit(event, value) { for (const listener of [...listeners[event]]) listener(value) },
    async request({ method, params }) {
      log.push(method)
      if (answers[method]) return answers[method](params, provider)
      switch (method) {
        case "eth_requestAccounts":
        case "eth_accounts": return provider.accounts
        case "eth_chainId": return provider.chain
        case "wallet_revokePermissions": return null
        case "personal_sign": return "0x" + "11".repeat(65)
      }
      throw Object.assign(new Error("Unsupported"), { code: 4200 })
    },
    on(event, listener) { listeners[event]?.push(listener) },
    removeListener(event, listener) { listeners[event] = listeners[event]?.filter((one) => one !== listener) },
  }
  const info = {
    uuid: crypto.randomUUID(),
    name: ${JSON.stringify(name)},
    icon: "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>",
    rdns: ${JSON.stringify(`${name.toLowerCase()}.example`)},
  };
  (globalThis.wallets ??= {})[${JSON.stringify(name)}] = provider;
  ((acme) => { ${setup} })(provider)
  announce(info, provider)
}
`

declare global {
  /** The page's own wallets, by name. */
  var wallets: Record<
    string,
    {
      readonly log: string[]
      accounts: string[]
      chain: string
      emit(event: string, value: unknown): void
    }
  >
}

/** A situation from a public report about any modal or wallet. */
export interface Situation {
  /** The thread, below `https://github.com/`. */
  readonly report: string
  /** The title: what holds, and when. */
  readonly result: string
  readonly page?: HostPageOptions
  readonly world?: (world: TestWorld) => HostPageOptions
  readonly before?: (page: Page) => Promise<unknown>
  readonly run: (page: Page, modal: ModalViews) => Promise<unknown>
}

/** Connects the page's own wallet. */
export const connectAcme = async (modal: ModalViews) => {
  await modal.connectButton.click()
  await modal.row("Acme").click()
  await modal.accountButton().waitFor()
}

export const getState = (page: Page) =>
  page.evaluate(() => {
    const { status, open, account, network } = globalThis.modals[0]?.getState() ?? {}
    return { status, open, address: account?.address, network: network?.network.name }
  })

/** The methods that a wallet of the page was asked for. */
export const getLog = (page: Page, name = "Acme") =>
  page.evaluate((of) => globalThis.wallets[of]?.log ?? [], name)

/** Adds a story for each situation; the first one is in the quick tier, too. */
export const addStories = (situations: readonly Situation[]) => {
  for (const { report, result, page = {}, world: more, before, run } of situations)
    story(
      `${result} (${report})`,
      toTestTags(situations[0]?.report === report),
      async ({ visitor, world }) => {
        const host = makeHostPage(world, { ...withoutBlockchainApi(world), ...page, ...more?.(world) })
        const visited = await visitor.visit(host, before)
        await run(visited, getModalViews(visited))
      },
    )
}
