import { base, mainnet } from "@reown/appkit/networks"
import { createAppKit, useAppKit, useAppKitAccount } from "@reown/appkit/react"
import { WagmiAdapter } from "@reown/appkit-adapter-wagmi"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { useState } from "react"
import { createRoot } from "react-dom/client"
import { useSignMessage, WagmiProvider } from "wagmi"

const projectId = new URLSearchParams(location.search).get("projectId") ?? "0123456789abcdef0123456789abcdef"
const networks = [mainnet, base]
const adapter = new WagmiAdapter({ networks, projectId })

createAppKit({
  adapters: [adapter],
  networks,
  projectId,
  metadata: { name: "Black box", description: "A page of another kit", url: location.origin, icons: [] },
  features: { analytics: true },
})

const Controls = () => {
  const { open } = useAppKit()
  const { address, allAccounts, status } = useAppKitAccount()
  // The kit lists the accounts of the embedded wallet with their types once, and of one type later.
  const [smart, setSmart] = useState("")
  const listed = allAccounts.find(({ type }) => type === "smartAccount")?.address ?? smart
  if (listed !== smart) setSmart(listed)
  const { data, signMessage } = useSignMessage()
  return (
    <main>
      <h1>Black box</h1>
      <button type="button" onClick={() => open()}>
        Open
      </button>
      <button type="button" onClick={() => signMessage({ message: "Hello" })}>
        Sign
      </button>
      <output id="account">{`${status} ${address ?? ""}`}</output>
      <output id="smart-account">{smart}</output>
      <output id="signature">{data ?? ""}</output>
    </main>
  )
}

createRoot(document.querySelector("#root")).render(
  <WagmiProvider config={adapter.wagmiConfig}>
    <QueryClientProvider client={new QueryClient()}>
      <Controls />
    </QueryClientProvider>
  </WagmiProvider>,
)
