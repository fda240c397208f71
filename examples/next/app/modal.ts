import { createWModal, evm, mainnet, mockEndpoints } from "@wmodal/modal-web"

// Without a relay, since WalletConnect's client is not installed here.
const { directory, blockchain, secureSite } = mockEndpoints(
  process.env.NEXT_PUBLIC_MOCK_URL ?? "http://127.0.0.1:4174",
)

export const modal = createWModal({
  projectId: "demo",
  chains: [evm()],
  networks: [mainnet],
  endpoints: { directory, blockchain, secureSite },
  cookie: true,
})
