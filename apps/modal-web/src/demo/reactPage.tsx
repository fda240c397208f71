import { walletConnect } from "@wmodal/walletconnect"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { createWModal, evm, mainnet, polygon } from "../index.ts"
import {
  ConnectButton,
  NetworkButton,
  useNetwork,
  useSession,
  useSignIn,
  useSignOut,
  useWModalAccount,
  WModalProvider,
} from "../react.tsx"
import { loadConfig } from "./config.ts"
import { element } from "./element.ts"
import { makeDemoSiwx } from "./siwx.ts"

const { projectId, endpoints } = await loadConfig()
const siwx = makeDemoSiwx()
const modal = createWModal({
  // The smart account of the mock server has no ERC-1271, so that its signatures cannot be verified.
  ...(new URLSearchParams(location.search).has("siwx") && { siwx, defaultAccountTypes: { eip155: "eoa" } }),
  projectId,
  endpoints,
  walletConnect: walletConnect(),
  shadowRoot: "open",
  chains: [evm()],
  networks: [mainnet, polygon],
})

const State = () => {
  const { account, status } = useWModalAccount()
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

const Session = () => {
  const { session, status } = useSession()
  const signIn = useSignIn()
  const signOut = useSignOut()
  if (status === "off") return null
  return (
    <section>
      <h2>Session</h2>
      <p>{session === null ? "Not signed in" : `Signed in at ${session.data.domain}`}</p>
      {session !== null && <pre>{session.message}</pre>}
      <button type="button" onClick={() => (session === null ? signIn() : void signOut())}>
        {session === null ? "Sign in" : "Sign out"}
      </button>
    </section>
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
      <Session />
    </WModalProvider>
  </StrictMode>,
)
