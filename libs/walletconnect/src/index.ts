import type { WalletConnectClient } from "@wmodal/chains/walletconnect"
import { call } from "./call.ts"

/**
 * Vite wraps `import()` in a function of this name, which it adds to the page's first script. The parameter takes its
 * place; other bundlers see one that is not used.
 */
const loadClient = (__vitePreload: typeof call) => import("./openRelayClient.ts")

/**
 * Makes the WalletConnect client for the `walletConnect` option of a modal or an engine. The client's code is loaded
 * when a user picks a wallet over the relay at `endpoints.relay`.
 * @example createWModal({ ...options, walletConnect: walletConnect(), endpoints: { relay: "wss://relay.example" } })
 */
export const walletConnect = (): WalletConnectClient => ({
  load: () => loadClient(call),
})
