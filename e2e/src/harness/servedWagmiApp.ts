import type { AppSources } from "./reactPage.ts"

/** A page of wagmi that a server renders from wagmi's cookie, with our connector. */
export const servedWagmiApp: AppSources = {
  "virtual:app": `
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { createWModal, evm } from "@wmodal/modal-web"
import { withWModal } from "@wmodal/wagmi"
import { createElement as h, useState } from "react"
import * as w from "wagmi"

export const makeConfig = ({ networks, ...options }) => {
  const modal = createWModal({ chains: [evm()], networks, ...options })
  globalThis.modals = [modal]
  const transports = Object.fromEntries(networks.map(({ id }) => [id, w.http()]))
  const storage = w.createStorage({ storage: w.cookieStorage })
  return w.createConfig(withWModal(modal, { chains: networks, transports, ssr: true, storage }))
}

const Account = () => {
  const { address, chain, status } = w.useConnection()
  const { connectors: [connector] } = w.useConfig()
  const connect = w.useConnect()
  const sign = w.useSignMessage()
  return h("main", null,
    h("p", { id: "status" }, status), h("p", { id: "address" }, address ?? "none"),
    h("p", { id: "chain" }, chain?.name ?? "none"),
    h("button", { onClick: () => connect.mutate({ connector }) }, "Connect"),
    h("button", { onClick: () => sign.mutate({ message: "Hello from wagmi" }) }, "Sign"),
    h("output", null, sign.data ?? ""))
}

export const App = ({ config, initialState }) =>
  h(w.WagmiProvider, { config, initialState },
    h(QueryClientProvider, { client: useState(() => new QueryClient())[0] }, h(Account)))
`,
  "virtual:client": `
import { createElement as h } from "react"
import { hydrateRoot } from "react-dom/client"
import { cookieToInitialState } from "wagmi"
import { App, makeConfig } from "virtual:app"
const { options, cookies } = JSON.parse(document.querySelector("#given").textContent)
const config = makeConfig(options)
hydrateRoot(document.querySelector("#app"), h(App, { config, initialState: cookieToInitialState(config, cookies) }), {
  onRecoverableError: (error) => console.error("recoverable", String(error)),
})
`,
  "virtual:server": `
import { createElement as h } from "react"
import { renderToString } from "react-dom/server"
import { cookieToInitialState } from "wagmi"
import { App, makeConfig } from "virtual:app"
export const render = (options, cookies) => {
  const config = makeConfig(options)
  const html = renderToString(h(App, { config, initialState: cookieToInitialState(config, cookies) }))
  return '<div id="app">' + html + '</div><script id="given" type="application/json">' +
    JSON.stringify({ options, cookies }).replaceAll("<", "\\\\u003c") + "</script>"
}
`,
}
