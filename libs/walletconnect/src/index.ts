import type { WalletConnectClient } from "@wmodal/chains/walletconnect"

/**
 * The WalletConnect client, for the `walletConnect` option of a modal or an engine. It weighs next to nothing: the
 * client's code loads when a user picks a wallet over the relay, which `endpoints.relay` names.
 * @example createWModal({ ...options, walletConnect: walletConnect(), endpoints: { relay: "wss://relay.example" } })
 */
export const walletConnect = (): WalletConnectClient => ({ load: () => import("./openRelayClient.ts") })
