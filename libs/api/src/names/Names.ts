import type { CaipNetworkId, Fetch } from "@wmodal/protocol"
import { Effect } from "effect"
import { makeApiClient } from "../contract/ApiClient.ts"
import type { ApiError } from "../contract/ApiError.ts"
import { callIfSupported, type SupportedNetworksOptions } from "../supportedNetworks/SupportedNetworks.ts"
import {
  getNameAccount,
  getNameReverse,
  getNameSuggestions,
  type NameRecord,
  type NameSuggestion,
  postNameAccount,
} from "./contract.ts"

/** The registry of names. `network` is the active one; when it is not served, results are empty. */
export interface Names {
  /** Returns the record of a name, without addresses when it is not registered. */
  readonly account: (network: CaipNetworkId, name: string) => Effect.Effect<NameRecord, ApiError>
  /** Returns the names of a plain address, the main one first. `sender` is the requesting address. */
  readonly reverse: (request: {
    readonly network: CaipNetworkId
    readonly address: string
    readonly sender?: string
  }) => Effect.Effect<readonly NameRecord[], ApiError>
  /** Returns available names in a `zone` such as `reown.id`. */
  readonly suggestions: (request: {
    readonly network: CaipNetworkId
    readonly name: string
    readonly zone: string
  }) => Effect.Effect<readonly NameSuggestion[], ApiError>
  /** Sends the registration once. `success` is false when it was not sent. */
  readonly register: (request: {
    readonly network: CaipNetworkId
    readonly coinType: number
    readonly address: string
    readonly message: string
    readonly signature: string
  }) => Effect.Effect<{ readonly success: boolean }, ApiError>
}

/** Creates the client of the name service. */
export const makeNames = Effect.fnUntraced(function* (
  options: SupportedNetworksOptions,
): Effect.fn.Return<Names, never, Fetch> {
  const { gate } = options
  const { read, requestOnce } = yield* makeApiClient(options)
  return {
    account: (network, name) =>
      callIfSupported(
        gate,
        network,
        emptyNameRecord,
        read(getNameAccount, { params: { name }, query: { apiVersion: "2" }, body: undefined }).pipe(
          Effect.map((found) => (Array.isArray(found) ? emptyNameRecord : found)),
        ),
      ),
    reverse: ({ network, address, sender }) =>
      callIfSupported(
        gate,
        network,
        [],
        read(getNameReverse, {
          params: { address },
          query: { sender, apiVersion: "2" },
          body: undefined,
        }),
      ),
    suggestions: ({ network, name, zone }) =>
      callIfSupported(
        gate,
        network,
        [],
        read(getNameSuggestions, { params: { name }, query: { zone }, body: undefined }).pipe(
          Effect.map(({ suggestions }) => suggestions),
        ),
      ),
    register: ({ network, coinType, address, message, signature }) =>
      callIfSupported<{ readonly success: boolean }, ApiError>(
        gate,
        network,
        { success: false },
        requestOnce(postNameAccount, {
          params: {},
          query: {},
          body: { coin_type: coinType, address, message, signature },
        }).pipe(Effect.as({ success: true })),
      ),
  }
})

const emptyNameRecord: NameRecord = { addresses: {}, attributes: [] }
