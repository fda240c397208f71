import { bundlePage } from "./bundlePage.ts"
import { makeStoryNetworks } from "./networks.ts"
import type { HostOptions } from "./site.ts"
import type { TestWorld } from "./testWorld.ts"

const source = `
import { createWModal, evm } from "@wmodal/modal-web"

const { coinbase, ...options } = JSON.parse(document.querySelector("#options").textContent)
const load = () => import("@coinbase/wallet-sdk")
globalThis.modals = [createWModal({ chains: [evm({ coinbase: { load, ...coinbase } })], ...options })]
`

/** Makes a page that offers Coinbase Wallet by its own library, whose pop-up is the world's. */
export const makeCoinbasePage = async (world: TestWorld, more: object = {}): Promise<HostOptions> => {
  const { ethereum, polygon } = makeStoryNetworks(world)
  const options = {
    projectId: world.projectId,
    networks: [ethereum, polygon],
    endpoints: { directory: world.directory, blockchain: world.blockchain },
    shadowRoot: "open",
    coinbase: {
      appName: "Coinbase page",
      url: `${new URL(world.blockchain).origin}/w/${world.projectId}/coinbase/connect`,
    },
    ...more,
  }
  const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Coinbase page</title>
    <link rel="icon" href="data:,">
    <script id="options" type="application/json">${JSON.stringify(options)}</script>
    <script type="module" src="/page.js"></script>
  </head>
  <body><wmodal-button></wmodal-button> <wmodal-network-button></wmodal-network-button></body>
</html>
`
  return { files: { "/index.html": html, "/page.js": await bundlePage(source) } }
}
