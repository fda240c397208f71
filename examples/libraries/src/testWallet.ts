/** A wallet for Solana and Bitcoin, which replaces a browser extension. Leave it out of your own app. */
import { makeDevWallet, makeTestSigner, type WalletChain } from "@wmodal/dev-wallet"
import { registerWallet } from "@wmodal/dev-wallet/page"
import { Fetch, makeFetch, makeRpc } from "@wmodal/protocol"
import { makeRest } from "@wmodal/protocol/rest"
import { Effect, Scope } from "effect"

const http = makeFetch((request, init) => fetch(request, init))

/** Makes a node of the wallet. Bitcoin's nodes speak REST. */
export const makeNode = (url: string, isRest: boolean) =>
  (isRest ? makeRest({ tiers: [[url]] }) : makeRpc({ tiers: [[url]] })).pipe(
    Effect.provideService(Fetch, http),
    Effect.provideService(Scope.Scope, Effect.runSync(Scope.make())),
    Effect.runSync,
  )

/** Registers a wallet that approves every request. */
export const registerTestWallet = (side: WalletChain) => {
  const wallet = makeDevWallet({
    signers: [makeTestSigner(0)],
    networks: [{ chainId: 1, name: "Ethereum", rpcUrls: [] }],
    approve: () => Effect.succeed("approve"),
    rpc: () => Effect.succeed(null),
    sides: [side],
  })
  registerWallet(
    window,
    wallet.standard(location.origin, {
      name: "Dev wallet",
      icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E",
    }),
  )
}
