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

/** The registry of names. `network` is the active one; where it is not served nothing is known. */
export interface Names {
  /** A record without addresses where nobody has the name. */
  readonly account: (network: CaipNetworkId, name: string) => Effect.Effect<NameRecord, ApiError>
  /** The names of a plain address, the main one first. `sender` is who asks. */
  readonly reverse: (request: {
    readonly network: CaipNetworkId
    readonly address: string
    readonly sender?: string
  }) => Effect.Effect<readonly NameRecord[], ApiError>
  /** `zone` such as `reown.id`. */
  readonly suggestions: (request: {
    readonly network: CaipNetworkId
    readonly name: string
    readonly zone: string
  }) => Effect.Effect<readonly NameSuggestion[], ApiError>
  /** Sent once. `success` is false where it was not sent at all. */
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
