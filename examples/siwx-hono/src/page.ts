import { announceDevWallet } from "@wmodal/dev-wallet"
import { createWModal, evm, mainnet, mockEndpoints } from "@wmodal/modal-web"
import { siwxServer } from "@wmodal/modal-web/siwx"

// Replaces a browser extension. Leave it out of your own app.
announceDevWallet()

const { directory, blockchain } = mockEndpoints(import.meta.env.VITE_MOCK_URL ?? "http://127.0.0.1:4174")

const modal = createWModal({
  projectId: "demo",
  chains: [evm()],
  networks: [mainnet],
  endpoints: { directory, blockchain },
  siwx: siwxServer({ url: "/auth", statement: "Sign in to the example." }),
})

const find = (id: string) => {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`There is no #${id}.`)
  return element
}

/** The server knows who is signed in: it has the session, and the page only its cookie, which scripts cannot read. */
const showSession = async () => {
  const { sessions } = await (await fetch("/auth/session")).json()
  find("status").textContent = sessions.length === 0 ? "Not signed in." : `Signed in: ${sessions[0].address}`
  find("sign-out").hidden = sessions.length === 0
}

let shown = modal.getState().signature.status
modal.subscribe(({ signature }) => {
  if (signature.status === shown) return
  shown = signature.status
  void showSession()
})
find("sign-out").addEventListener("click", async () => {
  await modal.signOut()
  await showSession()
})
await showSession()
