import "@rainbow-me/rainbowkit/styles.css"
import { ConnectButton, getDefaultConfig, RainbowKitProvider } from "@rainbow-me/rainbowkit"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { createRoot } from "react-dom/client"
import { WagmiProvider } from "wagmi"
import { arbitrum, base, mainnet, polygon } from "wagmi/chains"
import { Page } from "../../Page.jsx"

const config = getDefaultConfig({
  appName: "Peer bench",
  projectId: "0123456789abcdef0123456789abcdef",
  chains: [mainnet, polygon, arbitrum, base],
  ssr: false,
})
const queryClient = new QueryClient()

createRoot(document.getElementById("root")).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={queryClient}>
      <RainbowKitProvider>
        <Page>
          <ConnectButton />
        </Page>
      </RainbowKitProvider>
    </QueryClientProvider>
  </WagmiProvider>,
)
