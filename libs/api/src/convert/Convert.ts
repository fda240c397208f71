import type { CaipAddress, CaipNetworkId, Fetch } from "@wmodal/protocol"
import { Effect } from "effect"
import { makeApiClient } from "../contract/ApiClient.ts"
import type { ApiError } from "../contract/ApiError.ts"
import {
  callIfSupported,
  failIfUnsupported,
  type SupportedNetworksOptions,
  type UnsupportedNetwork,
} from "../supportedNetworks/SupportedNetworks.ts"
import {
  type ApproveTransaction,
  type ConvertGasPrice,
  type ConvertQuote,
  type ConvertToken,
  getBuildApprove,
  getConvertAllowance,
  getConvertGasPrice,
  getConvertQuotes,
  getConvertTokens,
  postBuildTransaction,
  type SwapTransaction,
} from "./contract.ts"

/** The tokens of a swap. `user` is the swapping account on `network`, the active one. */
interface SwapPair {
  readonly network: CaipNetworkId
  readonly user: CaipAddress
  readonly from: CaipAddress
  readonly to: CaipAddress
}

/** Swap calls. None of them signs or sends a transaction. Amounts are base units. */
export interface Convert {
  /** Returns an empty list when `network` is not served. */
  readonly tokens: (network: CaipNetworkId) => Effect.Effect<readonly ConvertToken[], ApiError>
  /** Returns an empty list when `network` is not served. `gasPrice` in wei. */
  readonly quotes: (
    request: Omit<SwapPair, "user"> & {
      /** Plain. */
      readonly user: string
      readonly amount: bigint
      readonly gasPrice: bigint
    },
  ) => Effect.Effect<readonly ConvertQuote[], ApiError>
  /** Returns the router's allowance; nothing when `network` is not served. */
  readonly allowance: (request: {
    readonly network: CaipNetworkId
    readonly user: CaipAddress
    readonly token: CaipAddress
  }) => Effect.Effect<bigint, ApiError>
  readonly gasPrice: (network: CaipNetworkId) => Effect.Effect<ConvertGasPrice, ApiError | UnsupportedNetwork>
  readonly buildApprove: (
    request: SwapPair,
  ) => Effect.Effect<ApproveTransaction, ApiError | UnsupportedNetwork>
  /** Returns the swap transaction. `slippage` in percent. */
  readonly buildTransaction: (
    request: SwapPair & { readonly amount: bigint; readonly slippage: number },
  ) => Effect.Effect<SwapTransaction, ApiError | UnsupportedNetwork>
}

/** Creates the client of the swap API. */
export const makeConvert = Effect.fnUntraced(function* (
  options: SupportedNetworksOptions,
): Effect.fn.Return<Convert, never, Fetch> {
  const { gate, projectId } = options
  const { read } = yield* makeApiClient(options)
  return {
    tokens: (network) =>
      callIfSupported(
        gate,
        network,
        [],
        read(getConvertTokens, { params: {}, query: { chainId: network }, body: undefined }).pipe(
          Effect.map(({ tokens }) => tokens),
        ),
      ),
    quotes: ({ network, user, from, to, amount, gasPrice }) => {
      const query = { amount: `${amount}`, userAddress: user, from, to, gasPrice: `${gasPrice}` }
      return callIfSupported(
        gate,
        network,
        [],
        read(getConvertQuotes, { params: {}, query, body: undefined }).pipe(
          Effect.map(({ quotes }) => quotes),
        ),
      )
    },
    allowance: ({ network, user, token }) =>
      callIfSupported(
        gate,
        network,
        0n,
        read(getConvertAllowance, {
          params: {},
          query: { tokenAddress: token, userAddress: user },
          body: undefined,
        }).pipe(Effect.map(({ allowance }) => BigInt(allowance))),
      ),
    gasPrice: (network) =>
      failIfUnsupported(
        gate,
        network,
        "Gas Price",
        read(getConvertGasPrice, { params: {}, query: { chainId: network }, body: undefined }),
      ),
    buildApprove: ({ network, user, from, to }) =>
      failIfUnsupported(
        gate,
        network,
        "Swaps",
        read(getBuildApprove, {
          params: {},
          query: { userAddress: user, from, to },
          body: undefined,
        }).pipe(Effect.map(({ tx }) => tx)),
      ),
    buildTransaction: ({ network, user, from, to, amount, slippage }) => {
      const body = {
        amount: `${amount}`,
        eip155: { slippage },
        projectId,
        from,
        to,
        userAddress: user,
        disableEstimate: true as const,
      }
      return failIfUnsupported(
        gate,
        network,
        "Swaps",
        read(postBuildTransaction, { params: {}, query: {}, body }).pipe(Effect.map(({ tx }) => tx)),
      )
    },
  }
})
