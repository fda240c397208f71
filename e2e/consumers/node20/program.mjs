// Runs on the oldest Node that a server may have: imports every published entry, and calls what a server calls.
import assert from "node:assert/strict"
import { formatCacao, signRecap, wordings } from "./recap.mjs"

const [entries] = process.argv.slice(2)
for (const entry of JSON.parse(entries)) {
  try {
    await import(entry)
  } catch (error) {
    throw new Error(`The import of ${entry} failed.`, { cause: error })
  }
}

const { createWModal, evm, mainnet, solana } = await import("@wmodal/modal-web")
const modal = createWModal({ projectId: "p", networks: [mainnet], chains: [evm(), solana()], cookie: true })
assert.equal(modal.supported, true)
assert.equal(modal.getState().status, "disconnected")

const { createElement } = await import("react")
const { renderToString } = await import("react-dom/server")
const { ConnectButton, NetworkButton, useWModal, WModalProvider } = await import("@wmodal/modal-web/react")
const Supported = () => createElement("p", null, String(useWModal().supported))
const html = renderToString(
  createElement(
    WModalProvider,
    { modal },
    createElement(ConnectButton),
    createElement(NetworkButton),
    createElement(Supported),
  ),
)
assert.match(html, /<wmodal-button[^>]*>Connect wallet<\/wmodal-button>/)
assert.match(html, /<wmodal-network-button[^>]*>Select Network<\/wmodal-network-button><p>true<\/p>/)

const { cookieToInitialState } = await import("@wmodal/modal-web/ssr")
const cookie = "wmodal=1|eip155:1|eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266/io.metamask/MetaMask"
assert.equal(cookieToInitialState(cookie)?.account?.network, "eip155:1")

const { siwxServer } = await import("@wmodal/modal-web/siwx")
assert.equal(typeof siwxServer({ url: "/auth" }), "object")

const { verifyCacao, verifySiwx } = await import("@wmodal/siwx")
for (const wording of wordings) {
  const verdict = await verifySiwx(await signRecap(wording))
  assert.equal(verdict._tag, "Valid", JSON.stringify(verdict))
}
const verdict = await verifyCacao(await formatCacao())
assert.equal(verdict._tag, "Valid", JSON.stringify(verdict))

const { createConfig, http } = await import("wagmi")
const { mainnet: wagmiMainnet } = await import("wagmi/chains")
const { wmodalConnector } = await import("@wmodal/wagmi")
const config = createConfig({
  chains: [wagmiMainnet],
  connectors: [wmodalConnector({ modal })],
  transports: { [wagmiMainnet.id]: http() },
})
assert.equal(await config.connectors[0].isAuthorized(), false)

const { registerWModalWallet } = await import("@wmodal/adapters/wallet-standard")
const { registerSatsProvider } = await import("@wmodal/adapters/sats-connect")
registerWModalWallet(modal)
registerSatsProvider(modal)

const { walletConnect } = await import("@wmodal/walletconnect")
assert.equal(typeof (await walletConnect().load()), "object")

// The engine needs a page: an action ends by name.
const outcome = await modal.disconnect()
assert.equal(outcome.error?.tag, "EngineNotLoaded")
modal.destroy()
console.log("done")
