import type { CaipAddress, CaipNetworkId, Fetch, Network } from "@wmodal/protocol"
import { Effect } from "effect"
import { makeApiClient } from "../contract/ApiClient.ts"
import type { ApiError } from "../contract/ApiError.ts"
import { callIfSupported, type SupportedNetworksOptions } from "../supportedNetworks/SupportedNetworks.ts"
import { getSessions, postSessionRevoke, type SmartSession } from "./contract.ts"

/** Returns whether accounts of a network can have smart sessions. */
export const hasSessions = ({ chainNamespace }: Pick<Network, "chainNamespace">): boolean =>
  chainNamespace === "eip155"

/** Smart sessions. `network` is the active one. A site grants them through the wallet, never through this client. */
export interface Sessions {
  /** Returns the sessions; an empty list when `network` is not served. */
  readonly list: (
    network: CaipNetworkId,
    account: CaipAddress,
  ) => Effect.Effect<readonly SmartSession[], ApiError>
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
