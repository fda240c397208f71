import "./walletProcess.js"
import { WalletKit } from "@reown/walletkit"
import { Core } from "@walletconnect/core"
import { buildApprovedNamespaces } from "@walletconnect/utils"

/** The app of a phone on Reown's kit: what its user does is asked of the test, as `{ result }` or `{ error }`. */
globalThis.startKit = async ({ projectId, relayUrl }) => {
  const kit = await WalletKit.init({
    core: new Core({ projectId, relayUrl }),
    metadata: { name: "Kit phone", description: "A phone", url: "https://kit.example", icons: [] },
  })
  kit.on("session_proposal", async ({ id, params: proposal }) => {
    const { error, result } = await globalThis.askPhone({ method: "session_proposal", params: [proposal] })
    if (error) return kit.rejectSession({ id, reason: error })
    const namespaces = buildApprovedNamespaces({ proposal, supportedNamespaces: { eip155: result } })
    await kit.approveSession({ id, namespaces })
  })
  kit.on("session_request", async ({ id, topic, params: { chainId, request } }) => {
    const answer = await globalThis.askPhone({ chainId, method: request.method, params: request.params })
    await kit.respondSessionRequest({ topic, response: { id, jsonrpc: "2.0", ...answer } })
  })
  globalThis.kit = kit
}
