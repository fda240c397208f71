import { announceDevWallet } from "@wmodal/dev-wallet"
import { createWModal, evm, mainnet } from "@wmodal/modal-web"
import { endpoints, nodeOf, projectId, showAccount } from "./page"

// Replaces a browser extension. Leave it out of your own app.
announceDevWallet({
  networks: [{ chainId: 1, name: "Ethereum", rpcUrls: [nodeOf("eip155:1")] }],
})

export const modal = createWModal({
  projectId,
  chains: [evm()],
  networks: [mainnet],
  endpoints,
})

modal.subscribeAccount((account) => showAccount(account?.address))

/** Returns the provider of the connected wallet. */
export const getProvider = () => {
  const provider = modal.getProvider("eip155")
  if (provider === null) throw new Error("No wallet is connected.")
  return provider
}
