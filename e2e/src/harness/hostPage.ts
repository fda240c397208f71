import type { Network } from "@wmodal/protocol"
import { makeStoryNetworks, type StoryNetwork } from "./networks.ts"
import type { HostOptions } from "./site.ts"
import type { TestWorld } from "./testWorld.ts"

/** Chain names as in the package's entry points. */
export type HostChain = "evm" | "solana" | "bitcoin" | "polkadot"

/** The serializable options that a story's page passes to `createWModal`. */
export interface HostPageOptions {
  /** Default: ethereum and polygon. */
  readonly networks?: readonly StoryNetwork[]
  /** Default: evm. */
  readonly chains?: readonly HostChain[]
  /** The origins of Safe's own pages. */
  readonly safeOrigins?: readonly string[]
  /** Enables WalletConnect. */
  readonly relay?: boolean
  /** Enables sign-in without a wallet. */
  readonly secureSite?: boolean
  /** A second source of prices. */
  readonly prices?: boolean
  readonly themeMode?: "light" | "dark" | "auto"
  /**
   * Sign-in with a signature on the host's own server, at `/auth`: options of `siwxServer`, or `"siweConfig"` for the
   * older interface.
   */
  readonly siwx?: Readonly<Record<string, unknown>> | "siweConfig"
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
    signOut(): Promise<unknown>
    preload(): void
    setThemeMode(mode: "light" | "dark" | "auto"): void
    setThemeVariables(variables: Readonly<Record<string, string>>): void
    getState(): {
      readonly engine: string
      readonly open: boolean
      readonly status: string
      readonly connections: Readonly<Record<string, { readonly status: string }>>
      readonly account: { readonly address: string; readonly network: string } | null
      readonly network: { readonly network: { readonly name: string }; readonly known: boolean } | null
      readonly error: { readonly tag: string; readonly text: string } | null
      readonly optionsErrors: readonly { readonly tag: string; readonly text: string }[]
      readonly signature: { readonly status: string; readonly session: { readonly message: string } | null }
    }
    getProvider(namespace: string): unknown
    getAccount(namespace: string): { readonly address: string } | null
    switchNetwork(network: string): Promise<unknown>
    disconnect(): Promise<unknown>
    signIn(): void
    signOut(): Promise<{ readonly ok: boolean }>
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

/** Sign-in by the older interface, as a host writes it over its own server. */
const siweScript = `
const ask = async (path, body) => {
  const init = body && { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } }
  const response = await fetch("/auth/" + path, init)
  return response.ok ? response.json() : null
}
if (globalThis.both) options.siwx = siwxServer({ url: "/auth" })
options.siweConfig = {
  getMessageParams: async () => ({ domain: location.host, uri: location.origin, statement: "Sign in by siweConfig" }),
  getNonce: async () => (await ask("nonce")).nonce,
  createMessage: ({ address, chainId, domain, iat, nonce, statement, uri, version }) =>
    domain + " wants you to sign in with your Ethereum account:\\n" + address.split(":").pop() + "\\n\\n" + statement +
    "\\n\\nURI: " + uri + "\\nVersion: " + version + "\\nChain ID: " + chainId + "\\nNonce: " + nonce + "\\nIssued At: " + iat,
  verifyMessage: async (signed) => (await ask("verify", signed)) !== null,
  getSession: async () => {
    const [session] = (await ask("session")).sessions
    return session ? { address: session.address, chainId: Number(session.chainId.split(":")[1]) } : null
  },
  signOut: async () => (await ask("sign-out", {})) !== null,
}
`

const renderSiwx = (siwx: HostPageOptions["siwx"]) =>
  siwx === undefined
    ? ""
    : siwx === "siweConfig"
      ? siweScript
      : `options.siwx = siwxServer({ url: "/auth", ...${JSON.stringify(siwx)} })`

const renderScript = (
  options: unknown,
  chains: readonly HostChain[],
  instances: number,
  siwx: HostPageOptions["siwx"],
  safeOrigins: HostPageOptions["safeOrigins"],
) => `
import { createWModal, evm, solana, bitcoin, polkadot } from "/cdn/wmodal.js"
${siwx === undefined ? "" : 'import { siwxServer } from "/cdn/siwx.js"'}
const options = ${JSON.stringify(options)}
${renderSiwx(siwx)}
const chains = [${chains.map((chain) => `${chain}(${chain === "evm" ? JSON.stringify({ safeOrigins }) : ""})`).join(", ")}]
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
      ...(page.prices === true && { prices: world.prices }),
    },
    metadata: { name: "Host page", description: "A story", url: "http://localhost", icons: [] },
    themeMode: page.themeMode ?? "light",
    // The stories look inside.
    shadowRoot: "open",
    ...page.options,
  }
  return {
    files: {
      "/index.html": renderHtml(instances),
      "/before.js": `${announceScript}${page.before ?? ""}`,
      "/host.js": renderScript(options, chains, instances, page.siwx, page.safeOrigins),
    },
    ...(page.headers && { headers: page.headers }),
    ...(page.siwx !== undefined && {
      proxy: { path: "/auth", to: `${world.blockchain}/w/${world.projectId}/host` },
    }),
  }
}
