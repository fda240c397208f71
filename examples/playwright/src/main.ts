import { createWModal, evm, mainnet } from "@wmodal/modal-web"

// The app under test. Its server URLs are parameters: each test has its own.
const server = new URLSearchParams(location.search).get("server") ?? "https://api.example.com"

const modal = createWModal({
  projectId: "demo",
  chains: [evm()],
  networks: [mainnet],
  endpoints: { directory: server, blockchain: server },
  // The tests look inside. A published app leaves it closed.
  shadowRoot: "open",
})

document.querySelector("button")?.addEventListener("click", async () => {
  const params = ["Hello from wmodal", modal.getAccount()?.address]
  const output = document.querySelector("output")
  try {
    output?.append(String(await modal.getProvider("eip155")?.request({ method: "personal_sign", params })))
  } catch {
    output?.append("The wallet rejected the request.")
  }
})
