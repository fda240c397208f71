import { createWModal, evm, mainnet } from "@wmodal/modal-web"
import { ConnectButton, WModalProvider } from "@wmodal/modal-web/react"
import { createRoot } from "react-dom/client"
import { Page } from "../../Page.jsx"

const modal = createWModal({
  projectId: "0123456789abcdef0123456789abcdef",
  chains: [evm()],
  networks: [mainnet],
  endpoints: { directory: "https://api.web3modal.org", blockchain: "https://rpc.walletconnect.org" },
  preload: "intent",
  // The measurement looks inside.
  shadowRoot: "open",
})
createRoot(document.querySelector("#root")).render(
  <WModalProvider modal={modal}>
    <Page>
      <ConnectButton />
    </Page>
  </WModalProvider>,
)
