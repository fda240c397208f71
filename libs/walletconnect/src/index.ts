import type { WalletConnectClient } from "@wmodal/chains/walletconnect"

/**
 * Makes the WalletConnect client for the `walletConnect` option of a modal or an engine. The client's code is loaded
 * when a user picks a wallet over the relay at `endpoints.relay`.
 * @example createWModal({ ...options, walletConnect: walletConnect(), endpoints: { relay: "wss://relay.example" } })
 */
export const walletConnect = (): WalletConnectClient => ({
  load: () => import("./openRelayClient.ts"),
})
