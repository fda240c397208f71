import {
  bitcoin,
  bitcoinMainnet,
  createWModal,
  evm,
  mainnet,
  mockEndpoints,
  solana,
  solanaMainnet,
} from "@wmodal/modal-web"
import { walletConnect } from "@wmodal/walletconnect"

export const modal = createWModal({
  projectId: "demo",
  chains: [evm(), solana(), bitcoin()],
  networks: [mainnet, solanaMainnet, bitcoinMainnet],
  endpoints: mockEndpoints(import.meta.env.VITE_MOCK_URL ?? "http://127.0.0.1:4174"),
  walletConnect: walletConnect(),
})
