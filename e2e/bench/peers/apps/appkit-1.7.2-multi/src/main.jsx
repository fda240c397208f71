import { arbitrum, base, bitcoin, mainnet, polygon, solana, solanaDevnet } from "@reown/appkit/networks"
import { createAppKit, useAppKit, useAppKitAccount } from "@reown/appkit/react"
import { BitcoinAdapter } from "@reown/appkit-adapter-bitcoin"
import { SolanaAdapter } from "@reown/appkit-adapter-solana/react"
import { WagmiAdapter } from "@reown/appkit-adapter-wagmi"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { createRoot } from "react-dom/client"
import { WagmiProvider } from "wagmi"
import { Page } from "../../Page.jsx"

const projectId = "0123456789abcdef0123456789abcdef"
const networks = [mainnet, polygon, arbitrum, base, solana, solanaDevnet, bitcoin]
const wagmiAdapter = new WagmiAdapter({ networks, projectId, ssr: false })
const queryClient = new QueryClient()

createAppKit({
  adapters: [wagmiAdapter, new SolanaAdapter(), new BitcoinAdapter({ projectId })],
  networks,
  projectId,
  metadata: {
    name: "Peer bench",
    description: "Peer bench",
    url: window.location.origin,
    icons: [window.location.origin + "/icon.png"],
  },
  features: { analytics: true },
})

function Connect() {
  const { open } = useAppKit()
  const { address } = useAppKitAccount()
  return (
    <button type="button" onClick={() => open()}>
      {address === undefined ? "Connect" : `${address.slice(0, 6)}…${address.slice(-4)}`}
    </button>
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
