import { announceDevWallet } from "@wmodal/dev-wallet"

/** Announces a wallet with public keys on the chain of the mock server, for readers without one. */
export const announce = ({ endpoints, projectId }) => {
  const node = `${endpoints.blockchain}/w/${encodeURIComponent(projectId)}/rpc/eip155:1`
  announceDevWallet({ networks: [{ chainId: 1, name: "Ethereum", rpcUrls: [node] }] })
}
