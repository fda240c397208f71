import {
  arbitrum,
  base,
  bitcoin,
  bitcoinMainnet,
  createWModal,
  evm,
  mainnet,
  polygon,
  solana,
  solanaMainnet,
} from "@wmodal/modal-web"
import { ConnectButton, WModalProvider } from "@wmodal/modal-web/react"
import { walletConnect } from "@wmodal/walletconnect"
import { createRoot } from "react-dom/client"
import { Page } from "../../Page.jsx"

const modal = createWModal({
  projectId: "0123456789abcdef0123456789abcdef",
  walletConnect: walletConnect(),
  chains: [evm(), solana(), bitcoin()],
  networks: [mainnet, polygon, arbitrum, base, solanaMainnet, bitcoinMainnet],
  endpoints: {
    directory: "https://api.web3modal.org",
    blockchain: "https://rpc.walletconnect.org",
    relay: "wss://relay.walletconnect.org",
  },
  // `define` of peer.json
  preload: PRELOAD,
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
