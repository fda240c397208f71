import { walletConnect } from "@wmodal/walletconnect"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { createWModal, evm, mainnet, polygon } from "../index.ts"
import { ConnectButton, NetworkButton, useAccount, useNetwork, WModalProvider } from "../react.tsx"
import { loadConfig } from "./config.ts"
import { element } from "./element.ts"

const { projectId, endpoints } = await loadConfig()
const modal = createWModal({
  projectId,
  endpoints,
  walletConnect: walletConnect(),
  chains: [evm()],
  networks: [mainnet, polygon],
})

const State = () => {
  const { account, status } = useAccount()
  const { network } = useNetwork()
  return (
    <dl>
      <div>
        <dt>Status</dt>
        <dd>{status}</dd>
      </div>
      <div>
        <dt>Address</dt>
        <dd>{account?.address ?? "none"}</dd>
      </div>
      <div>
        <dt>Network</dt>
        <dd>{network?.network.name ?? "none"}</dd>
      </div>
    </dl>
  )
}

createRoot(element("#app")).render(
  <StrictMode>
    <WModalProvider modal={modal}>
      <h1>wmodal in React</h1>
      <div className="buttons">
        <ConnectButton />
        <NetworkButton />
      </div>
      <State />
    </WModalProvider>
  </StrictMode>,
)
