import { solanaStandardNetworks } from "@wmodal/dev-wallet"
import { makeSolanaWalletChain, makeTestSolanaSigner } from "@wmodal/dev-wallet/solana"
import { createWModal, solana, solanaMainnet } from "@wmodal/modal-web"
import { endpoints, nodeOf, projectId } from "./page"
import { makeNode, registerTestWallet } from "./testWallet"

/** The URL of a Solana node, and the account that receives the payments of these pages. */
export const nodeUrl = nodeOf(solanaMainnet.caipNetworkId)
export const recipient = makeTestSolanaSigner(1).address

const node = makeNode(nodeUrl, false)
const [mainnet] = solanaStandardNetworks
registerTestWallet(
  makeSolanaWalletChain({
    signers: [makeTestSolanaSigner(0)],
    networks: [mainnet],
    rpc: (_network, method, params) => node.request(method, params),
  }),
)

export const modal = createWModal({
  projectId,
  chains: [solana()],
  networks: [solanaMainnet],
  endpoints,
})
