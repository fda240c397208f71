import { arbitrum, base, bitcoin, mainnet, polygon, solana, solanaDevnet } from "@reown/appkit/networks"
import { createAppKit, useAppKit, useAppKitAccount } from "@reown/appkit/react"
import { BitcoinAdapter } from "@reown/appkit-adapter-bitcoin"
import { SolanaAdapter } from "@reown/appkit-adapter-solana/react"
import { WagmiAdapter } from "@reown/appkit-adapter-wagmi"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { createRoot } from "react-dom/client"
import { useSignMessage, WagmiProvider } from "wagmi"

const projectId = "0123456789abcdef0123456789abcdef"
const networks = [mainnet, polygon, arbitrum, base, solana, solanaDevnet, bitcoin]
const wagmiAdapter = new WagmiAdapter({ networks, projectId, ssr: false })
const queryClient = new QueryClient()

createAppKit({
  adapters: [wagmiAdapter, new SolanaAdapter(), new BitcoinAdapter({ projectId })],
  networks,
  projectId,
  metadata: {
    name: "AppKit page",
    description: "AppKit page",
    url: window.location.origin,
    icons: [window.location.origin + "/icon.png"],
  },
  features: { analytics: true },
})

function Page({ children }) {
  return (
    <main>
      <h1>AppKit page</h1>
      <p>
        <a id="page-before" href="#before">
          Page link before
        </a>
      </p>
      <div id="opener">{children}</div>
      <p>
        <button id="page-after" type="button">
          Page button after
        </button>
      </p>
    </main>
  )
}

function Connect() {
  const { open } = useAppKit()
  const { address, isConnected } = useAppKitAccount({ namespace: "eip155" })
  const { data, signMessage } = useSignMessage()
  return (
    <>
      <button type="button" onClick={() => open()}>
        Connect wallet
      </button>
      {isConnected && <p>Connected: {address}</p>}
      <button type="button" onClick={() => signMessage({ message: "Hello from wmodal" })}>
        Sign a message
      </button>
      <output>{data}</output>
    </>
  )
}

createRoot(document.getElementById("root")).render(
  <WagmiProvider config={wagmiAdapter.wagmiConfig}>
    <QueryClientProvider client={queryClient}>
      <Page>
        <Connect />
      </Page>
    </QueryClientProvider>
  </WagmiProvider>,
)
