/** What all pages have: the mock server, the message, and controls. */
import { mockEndpoints } from "@wmodal/modal-web"

export const mock: string = import.meta.env.VITE_MOCK_URL ?? "http://127.0.0.1:4174"
export const projectId = "demo"
export const message = "Hello from wmodal"

// Without a relay, since WalletConnect's client is not installed here.
const { directory, blockchain } = mockEndpoints(mock)
export const endpoints = { directory, blockchain }

/** The URL of a node of the mock server. */
export const nodeOf = (caipNetworkId: string) => `${mock}/w/${projectId}/rpc/${caipNetworkId}`

const show = (id: string, text: string) => {
  document.getElementById(id)!.textContent = text
}

export const showAccount = (address: string | null | undefined) =>
  show("account", address ? `Connected: ${address}` : "")

/** Runs `use` when a button is pressed, and shows what it returns. */
export const onPress = (id: string, use: () => Promise<string>) =>
  document.getElementById(id)!.addEventListener("click", async () => {
    try {
      show("result", await use())
    } catch (error) {
      show("result", error instanceof Error ? error.message : "The wallet rejected the request.")
    }
  })
