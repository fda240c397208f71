import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { build, type InlineConfig, type Plugin } from "vite"
import { paths } from "./paths.ts"

/** Tested React versions: the oldest supported one, and that of the workspace. */
export const reactVersions = ["18.2", "19"] as const
export type HostReact = (typeof reactVersions)[number]

/** A host's React app with server rendering and the published modal. */
export interface ReactApp {
  /** The client's script. */
  readonly client: string
  /** @param cookies the request's `Cookie` header; `null` for a server that passes none. @returns the app's HTML. */
  readonly render: (options: unknown, cookies: string | null) => string
  readonly remove: () => Promise<void>
}

const appSource = `
import { createElement as h, StrictMode } from "react"
import { createWModal, evm } from "@wmodal/modal-web"
import { ConnectButton, NetworkButton, useWModalAccount, useNetwork, useWalletInfo, WModalProvider } from "@wmodal/modal-web/react"

const State = () => {
  const { account, status } = useWModalAccount()
  const { network } = useNetwork()
  const wallet = useWalletInfo()
  return h("dl", null,
    h("dt", null, "Status"), h("dd", { id: "status" }, status),
    h("dt", null, "Address"), h("dd", { id: "address" }, account?.address ?? "none"),
    h("dt", null, "Network"), h("dd", { id: "network" }, network?.network.name ?? "none"),
    h("dt", null, "Wallet"), h("dd", { id: "wallet" }, wallet?.name ?? "none"),
  )
}

const modals = new Map()
const modalFor = (options) => {
  const key = JSON.stringify(options)
  if (!modals.has(key)) modals.set(key, createWModal({ chains: [evm()], shadowRoot: "open", ...options }))
  return modals.get(key)
}

export const App = ({ options, initialState }) => {
  const modal = modalFor(options)
  globalThis.modals = [modal]
  return h(StrictMode, null,
    h(WModalProvider, { modal, initialState },
      h("p", null, h(ConnectButton), " ", h(NetworkButton)), h(State)))
}
`

const clientSource = `
import { createElement as h } from "react"
import { hydrateRoot } from "react-dom/client"
import { App } from "virtual:app"
const given = JSON.parse(document.querySelector("#given").textContent)
hydrateRoot(document.querySelector("#app"), h(App, given), {
  onRecoverableError: (error) => console.error("recoverable", String(error)),
})
`

const serverSource = `
import { createElement as h } from "react"
import { renderToString } from "react-dom/server"
import { cookieToInitialState } from "@wmodal/modal-web/ssr"
import { App } from "virtual:app"
export const render = (options, cookies) => {
  const given = { options, initialState: cookieToInitialState(cookies) }
  const html = renderToString(h(App, given))
  return '<div id="app">' + html + '</div><script id="given" type="application/json">' +
    JSON.stringify(given).replaceAll("<", "\\\\u003c") + "</script>"
}
`

/** The modules of a host's app: the app, its client, and its server, which exports `render`. */
export type AppSources = Readonly<Record<"virtual:app" | "virtual:client" | "virtual:server", string>>

const ownSources: AppSources = {
  "virtual:app": appSource,
  "virtual:client": clientSource,
  "virtual:server": serverSource,
}

const makeVirtualPlugin = (sources: AppSources): Plugin => {
  const byPath = new Map(Object.entries(sources))
  return {
    name: "host-app",
    resolveId: (id) => (byPath.has(id) ? `\0${id}` : undefined),
    load: (id) => byPath.get(id.slice(1)),
  }
}

/** Installed separately from the React of the workspace. */
const oldestReactFolder = join(paths.root, "hosts/react-18/node_modules")

const makeConfig = (react: HostReact, root: string, sources: AppSources): InlineConfig => ({
  configFile: false,
  root,
  logLevel: "error",
  plugins: [makeVirtualPlugin(sources)],
  // React reports warnings only in development.
  mode: "development",
  define: { "process.env.NODE_ENV": '"development"' },
  resolve: {
    alias:
      react === "18.2"
        ? [
            { find: /^react(?=\/|$)/, replacement: join(oldestReactFolder, "react") },
            { find: /^react-dom(?=\/|$)/, replacement: join(oldestReactFolder, "react-dom") },
          ]
        : [],
  },
})

const buildCode = async (config: InlineConfig): Promise<string> => {
  const built = await build(config)
  const output = (Array.isArray(built) ? built : [built]).flatMap((one) =>
    "output" in one ? one.output : [],
  )
  const [entry, ...others] = output
  if (entry?.type !== "chunk") throw new Error("The host's app has no code.")
  // A file that the app does not import is of no use here.
  const imported = others.filter(({ fileName }) =>
    [...entry.imports, ...entry.dynamicImports].includes(fileName),
  )
  if (imported.length > 0)
    throw new Error(`The host's app is not one file, but imports ${imported[0]?.fileName}.`)
  return entry.code
}

/** Builds the app with a React version. It takes some seconds: once per worker and version. */
export const buildReactApp = (react: HostReact): Promise<ReactApp> =>
  buildApp(makeConfig(react, paths.root, ownSources))

/** Builds another app, of the packages of the end-to-end tests. */
export const buildServedApp = (sources: AppSources): Promise<ReactApp> =>
  buildApp(makeConfig("19", `${paths.root}/e2e`, sources))

const buildApp = async (config: InlineConfig): Promise<ReactApp> => {
  const output = { codeSplitting: false } as const
  const [clientCode, serverCode] = await Promise.all([
    buildCode({
      ...config,
      build: {
        write: false,
        minify: false,
        target: "es2024",
        rolldownOptions: { input: "virtual:client", output },
      },
    }),
    buildCode({
      ...config,
      ssr: { noExternal: true },
      build: { write: false, ssr: true, rolldownOptions: { input: "virtual:server", output } },
    }),
  ])
  const folder = await mkdtemp(join(paths.root, "e2e/dist/react-app-"))
  const file = join(folder, "server.mjs")
  await writeFile(file, serverCode)
  const { render } = await import(pathToFileURL(file).href)
  return {
    client: clientCode,
    render,
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
