import type { CaipAddress, CaipNetworkId, Fetch, RpcNode } from "@wmodal/protocol"
import { Effect } from "effect"
import { type ApiClientOptions, makeApiClient } from "../contract/ApiClient.ts"
import type { ApiError } from "../contract/ApiError.ts"
import {
  type Balances,
  getBalance,
  getIdentity,
  getSupportedChains,
  type Identity,
  postJsonRpc,
  type SupportedChains,
} from "./contract.ts"

/** The blockchain API. Every address is plain, unless its documentation names CAIP-10. */
export interface Blockchain {
  readonly supportedChains: Effect.Effect<SupportedChains, ApiError>
  /** Returns the identity of an address. `sender` is the requesting address. */
  readonly identity: (request: {
    readonly address: string
    readonly sender?: string
  }) => Effect.Effect<Identity, ApiError>
  /** Prices in US dollars. */
  readonly balance: (request: {
    readonly address: string
    readonly chainId?: CaipNetworkId
    /** Tokens to refresh, CAIP-10. */
    readonly forceUpdate?: readonly CaipAddress[]
  }) => Effect.Effect<Balances, ApiError>
}

/** Creates the client of the blockchain API. */
export const makeBlockchain = Effect.fnUntraced(function* (
  options: ApiClientOptions,
): Effect.fn.Return<Blockchain, never, Fetch> {
  const { read } = yield* makeApiClient(options)
  return {
    supportedChains: read(getSupportedChains, { params: {}, query: {}, body: undefined }),
    identity: ({ address, sender }) =>
      read(getIdentity, { params: { address }, query: { sender }, body: undefined }),
    balance: ({ address, chainId, forceUpdate }) =>
      read(getBalance, {
        params: { address },
        query: { currency: "usd", chainId, forceUpdate: forceUpdate?.join(",") },
        body: undefined,
      }),
  }
})

/** Makes the API's JSON-RPC proxy a node of one network. */
export const makeProxyNode = (options: {
  readonly baseUrl: string
  readonly projectId: string
  readonly network: CaipNetworkId
}): RpcNode => {
  const query = new URLSearchParams({ chainId: options.network, projectId: options.projectId })
  const base = options.baseUrl.replace(/\/+$/, "")
  return { url: `${base}${postJsonRpc.path({})}?${query}`, contentType: "text/plain" }
}
