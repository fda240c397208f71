import { type ApprovalRequest, makeTestSigner } from "@wmodal/dev-wallet"
import { makeTestBitcoinSigner } from "@wmodal/dev-wallet/bitcoin"
import { makeTestPolkadotSigner } from "@wmodal/dev-wallet/polkadot"
import { makeTestSolanaSigner } from "@wmodal/dev-wallet/solana"
import { Effect } from "effect"
import { makePhoneWallet } from "../PhoneWallet.ts"

/** A phone's wallet without a relay or nodes, whose owner approves. `shown` is what the owner was asked. */
export const setupPhoneWallet = () => {
  const shown: ApprovalRequest[] = []
  const wallet = makePhoneWallet({
    projectId: "test",
    blockchain: "http://localhost",
    ask: () => new Response(null, { status: 500 }),
    keys: {
      evm: makeTestSigner(0),
      solana: makeTestSolanaSigner(0),
      bitcoin: makeTestBitcoinSigner(0),
      polkadot: makeTestPolkadotSigner(0),
    },
    approve: async (request) => {
      shown.push(request)
      return "approve"
    },
  })
  const ask = (chainId: string, method: string, params: unknown) =>
    Effect.runPromise(wallet.handleRequest({ topic: "session", chainId, method, params }, () => Effect.void))
  return { ask, shown, getAddress: wallet.getAddress }
}
