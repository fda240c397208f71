import type { Network } from "@wmodal/protocol"
import { makeStoryNetworks, type StoryNetwork } from "./networks.ts"
import type { HostOptions } from "./site.ts"
import type { TestWorld } from "./testWorld.ts"

/** Chain names as in the package's entry points. */
export type HostChain = "evm" | "solana" | "bitcoin"

/** The serializable options that a story's page passes to `createWModal`. */
export interface HostPageOptions {
  /** Default: ethereum and polygon. */
  readonly networks?: readonly StoryNetwork[]
  /** Default: evm. */
  readonly chains?: readonly HostChain[]
  /** Enables WalletConnect. */
  readonly relay?: boolean
  /** Enables sign-in without a wallet. */
  readonly secureSite?: boolean
  readonly themeMode?: "light" | "dark" | "auto"
  /** Any other options, which override the defaults. */
  readonly options?: Readonly<Record<string, unknown>>
  /** Further networks, defined by the page. */
  readonly moreNetworks?: readonly Network[]
  /** Number of modals on the page; with more than one, the buttons are `Connect 1`, `Connect 2`, … */
  readonly instances?: number
  /** A script that runs before the modal's and can use `announce(info, provider)`. */
  readonly before?: string
  readonly headers?: Readonly<Record<string, string>>
}

declare global {
  /** The page's modals, in the order of creation. */
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

/** Script of a wallet that the page announces by EIP-6963. */
const announceScript = `
globalThis.announce = (info, provider) => {
  const detail = Object.freeze({ info, provider })
  const tell = () => dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }))
  addEventListener("eip6963:requestProvider", tell)
  tell()
}
`

/** Endpoints without the blockchain API: the account shows the native balance of the chain only. */
export const withoutBlockchainApi = ({ directory }: TestWorld): HostPageOptions => ({
  options: { endpoints: { directory } },
})

/** Makes a page of a host app that embeds the modal from its built files. */
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
