import { makeTestSigner, type ProviderError } from "@wmodal/dev-wallet"
import { evmNetworks } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import * as z from "zod/mini"
import { handleEvmRequest } from "../phone/wallet/handleEvmRequest.ts"
import { makeKeyedWallet } from "../phone/wallet/makeKeyedWallet.ts"
import { type FetchHandler, makeWorldNodes } from "../phone/wallet/WorldNodes.ts"

/** The account of the pop-up: another one than that of extensions, phones and the Safe. */
const signer = makeTestSigner(5)

/** What the pop-up asks its server: who it is, or a request that its owner has approved. */
export const CoinbaseCall = z.discriminatedUnion("_tag", [
  z.object({ _tag: z.literal("Describe") }),
  z.object({
    _tag: z.literal("Perform"),
    origin: z.string(),
    chainId: z.number().check(z.int(), z.minimum(1)),
    method: z.string(),
    params: z.array(z.unknown()),
  }),
])
export type CoinbaseCall = z.infer<typeof CoinbaseCall>

/** The account and networks of the wallet, or the outcome of a request. */
type CoinbaseReply =
  | { readonly accounts: readonly string[]; readonly chains: Readonly<Record<string, string>> }
  | { readonly value: unknown }
  | { readonly error: { readonly code: number; readonly message: string } }

/** The wallet behind a world's pop-up of Coinbase Wallet. */
export interface CoinbaseWallet {
  readonly perform: (call: CoinbaseCall) => Promise<CoinbaseReply>
}

export const makeCoinbaseWallet = (options: {
  readonly projectId: string
  readonly ask: FetchHandler
  readonly blockchain: string
}): CoinbaseWallet => {
  const { ask, blockchain, projectId } = options
  const wallet = makeKeyedWallet({
    keys: { evm: signer, solana: null, bitcoin: null, polkadot: null },
    nodeOf: makeWorldNodes(projectId, ask),
    blockchain,
    smartAccount: false,
    snapshot: null,
    // The pop-up has asked its owner.
    ask: async () => "approve",
  })
  /** The node of each network, as the library calls it from the page. */
  const chains = Object.fromEntries(
    evmNetworks.map(({ caipNetworkId, id }) => [
      id,
      `${blockchain}/v1?${new URLSearchParams({ chainId: caipNetworkId, projectId })}`,
    ]),
  )
  return {
    perform: (call) => {
      if (call._tag === "Describe") return Promise.resolve({ accounts: [signer.address], chains })
      const { chainId, method, origin, params } = call
      const request = { origin, method, params, reference: String(chainId) }
      return Effect.runPromise(
        wallet.handle(origin, "eth_requestAccounts", []).pipe(
          Effect.andThen(handleEvmRequest(wallet, request, () => Effect.void)),
          Effect.map((value): CoinbaseReply => ({ value: value ?? null })),
          Effect.catch(({ code, message }: ProviderError) => Effect.succeed({ error: { code, message } })),
        ),
      )
    },
  }
}
