import type { CaipAddress, CaipNetworkId, Fetch, Network } from "@wmodal/protocol"
import { Effect } from "effect"
import { makeApiClient } from "../contract/ApiClient.ts"
import type { ApiError } from "../contract/ApiError.ts"
import { callIfSupported, type SupportedNetworksOptions } from "../supportedNetworks/SupportedNetworks.ts"
import {
  type GrantedSession,
  getSessions,
  postSession,
  postSessionActivate,
  postSessionRevoke,
  type SessionTerms,
  type SmartSession,
} from "./contract.ts"

/** Returns whether accounts of a network can have smart sessions. */
export const hasSessions = ({ chainNamespace }: Pick<Network, "chainNamespace">): boolean =>
  chainNamespace === "eip155"

/** Smart sessions. `network` is the active one. */
export interface Sessions {
  /** Returns the sessions; an empty list when `network` is not served. */
  readonly list: (
    network: CaipNetworkId,
    account: CaipAddress,
  ) => Effect.Effect<readonly SmartSession[], ApiError>
  /** Requests a server key as co-signer. Sent once. `null` when `network` is not served. */
  readonly open: (
    network: CaipNetworkId,
    account: CaipAddress,
    terms: SessionTerms,
  ) => Effect.Effect<GrantedSession | null, ApiError>
  /** Activates a session with the wallet's `context`. Sent once. `success` is false when it was not sent. */
  readonly activate: (
    network: CaipNetworkId,
    account: CaipAddress,
    session: SessionTerms & { readonly pci: string; readonly context: string },
  ) => Effect.Effect<{ readonly success: boolean }, ApiError>
  /** Revokes a session. Sent once. `success` is false when it was not sent. */
  readonly revoke: (request: {
    readonly network: CaipNetworkId
    readonly address: string
    readonly pci: string
    readonly signature: string
  }) => Effect.Effect<{ readonly success: boolean }, ApiError>
}

/** Creates the client of smart sessions. */
export const makeSessions = Effect.fnUntraced(function* (
  options: SupportedNetworksOptions,
): Effect.fn.Return<Sessions, never, Fetch> {
  const { gate, projectId } = options
  const { read, requestOnce } = yield* makeApiClient(options)
  return {
    list: (network, account) =>
      callIfSupported(
        gate,
        network,
        [],
        read(getSessions, { params: { id: account }, query: {}, body: undefined }).pipe(
          Effect.map(({ pcis }) => pcis),
        ),
      ),
    open: (network, account, terms) =>
      callIfSupported<GrantedSession | null, ApiError>(
        gate,
        network,
        null,
        requestOnce(postSession, { params: { id: account }, query: { projectId }, body: terms }),
      ),
    activate: (network, account, session) =>
      callIfSupported<{ readonly success: boolean }, ApiError>(
        gate,
        network,
        { success: false },
        requestOnce(postSessionActivate, {
          params: { id: account },
          query: { projectId },
          body: session,
        }).pipe(Effect.as({ success: true })),
      ),
    revoke: ({ network, address, pci, signature }) =>
      callIfSupported<{ readonly success: boolean }, ApiError>(
        gate,
        network,
        { success: false },
        requestOnce(postSessionRevoke, {
          params: { address },
          query: { projectId },
          body: { pci, signature },
        }).pipe(Effect.as({ success: true })),
      ),
  }
})
