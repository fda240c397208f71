import type { Network } from "@wmodal/protocol"
import { makeStoryNetworks, type StoryNetwork } from "./networks.ts"
import type { HostOptions } from "./site.ts"
import type { TestWorld } from "./testWorld.ts"

/** As the package calls them. */
export type HostChain = "evm" | "solana" | "bitcoin"

/** What a story's page passes to `createWModal`, in words that can be written into a script. */
export interface HostPageOptions {
  /** Default: ethereum and polygon. */
  readonly networks?: readonly StoryNetwork[]
  /** Default: evm. */
  readonly chains?: readonly HostChain[]
  /** Whether phones can be reached. */
  readonly relay?: boolean
  /** Whether people without a wallet can sign in. */
  readonly secureSite?: boolean
  readonly themeMode?: "light" | "dark" | "auto"
  /** Any other options, over the usual ones. */
  readonly options?: Readonly<Record<string, unknown>>
  /** More networks, of the page's own making. */
  readonly moreNetworks?: readonly Network[]
  /** How many modals the page makes; each has its own button, `Connect 1`, `Connect 2`, … where more than one. */
  readonly instances?: number
  /** A script of the page's own, run before the modal's: `announce(info, provider)` is there for it. */
  readonly before?: string
  readonly headers?: Readonly<Record<string, string>>
}

declare global {
  /** The page's modals, in the order made. */
  var modals: {
    open(view?: string): void
    close(): void
    destroy(): void
    preload(): void
    setThemeMode(mode: "light" | "dark" | "auto"): void
    getState(): {
      readonly engine: string
      readonly open: boolean
      readonly status: string
      readonly connections: Readonly<Record<string, { readonly status: string }>>
      readonly account: { readonly address: string; readonly network: string } | null
      readonly network: { readonly network: { readonly name: string }; readonly known: boolean } | null
      readonly error: { readonly tag: string; readonly text: string } | null
      readonly optionsErrors: readonly { readonly tag: string; readonly text: string }[]
    }
    getProvider(namespace: string): unknown
    getAccount(namespace: string): { readonly address: string } | null
    switchNetwork(network: string): Promise<unknown>
    disconnect(): Promise<unknown>
    subscribe(listener: (state: unknown) => void): () => void
  }[]
}

const renderHtml = (instances: number) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Host page</title>
    <link rel="icon" href="data:,">
    <script src="/before.js"></script>
    <script type="module" src="/host.js"></script>
  </head>
  <body>
    <main>
      <h1>Host page</h1>
      <p><a href="#elsewhere">A link before</a></p>
      ${
        instances === 1
          ? "<wmodal-button></wmodal-button> <wmodal-network-button></wmodal-network-button>"
          : Array.from(
              { length: instances },
              (_, i) => `<wmodal-button label="Connect ${i + 1}"></wmodal-button>`,
            ).join("\n      ")
      }
    </main>
  </body>
</html>
`

const renderScript = (options: unknown, chains: readonly HostChain[], instances: number) => `
import { createWModal, evm, solana, bitcoin } from "/cdn/wmodal.js"
const options = ${JSON.stringify(options)}
const chains = [${chains.map((chain) => `${chain}()`).join(", ")}]
globalThis.modals = Array.from({ length: ${instances} }, () => createWModal({ chains, ...options }))
const buttons = document.querySelectorAll("wmodal-button")
if (${instances} > 1) buttons.forEach((button, i) => { button.modal = globalThis.modals[i] })
`

/** A wallet of the page's own making, as EIP-6963 has it. */
const announceScript = `
globalThis.announce = (info, provider) => {
  const detail = Object.freeze({ info, provider })
  const tell = () => dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }))
  addEventListener("eip6963:requestProvider", tell)
  tell()
}
`

/** No blockchain endpoint: what the account holds is what the chain says of its own currency. */
export const withoutBlockchainApi = ({ directory }: TestWorld): HostPageOptions => ({
  options: { endpoints: { directory } },
})

/** A page of somebody who embeds the modal from its built files. */
export const makeHostPage = (
  world: TestWorld,
  { networks = ["ethereum", "polygon"], chains = ["evm"], instances = 1, ...page }: HostPageOptions = {},
): HostOptions => {
  const all = makeStoryNetworks(world)
  const options = {
    projectId: world.projectId,
    networks: [...networks.map((name) => all[name]), ...(page.moreNetworks ?? [])],
    endpoints: {
      directory: world.directory,
      blockchain: world.blockchain,
      ...(page.relay === true && { relay: world.relay }),
      ...(page.secureSite === true && { secureSite: world.secureSite }),
    },
    metadata: { name: "Host page", description: "A story", url: "http://localhost", icons: [] },
    themeMode: page.themeMode ?? "light",
    ...page.options,
  }
  return {
    files: {
      "/index.html": renderHtml(instances),
      "/before.js": `${announceScript}${page.before ?? ""}`,
      "/host.js": renderScript(options, chains, instances),
    },
    ...(page.headers && { headers: page.headers }),
  }
}
