import type { CaipAddress, CaipNetworkId, Fetch } from "@wmodal/protocol"
import { Effect } from "effect"
import type { ApiError } from "../contract/ApiError.ts"
import { makeCaller } from "../contract/Caller.ts"
import { type GatedOptions, orEmpty } from "../gate/ChainGate.ts"
import { getSessions, postSessionRevoke, type SmartSession } from "./contract.ts"

/** Smart sessions. `network` is the active one. */
export interface Sessions {
  /** None where `network` is not served. */
  readonly list: (
    network: CaipNetworkId,
    account: CaipAddress,
  ) => Effect.Effect<readonly SmartSession[], ApiError>
  /** Sent once. `success` is false where it was not sent at all. */
  readonly revoke: (request: {
    readonly network: CaipNetworkId
    readonly address: string
    readonly pci: string
    readonly signature: string
  }) => Effect.Effect<{ readonly success: boolean }, ApiError>
}

export const makeSessions = Effect.fnUntraced(function* (
  options: GatedOptions,
): Effect.fn.Return<Sessions, never, Fetch> {
  const { gate, projectId } = options
  const { read, once } = yield* makeCaller(options)
  return {
    list: (network, account) =>
      orEmpty(
        gate,
        network,
        [],
        read(getSessions, { params: { id: account }, query: {}, body: undefined }).pipe(
          Effect.map(({ pcis }) => pcis),
        ),
      ),
    revoke: ({ network, address, pci, signature }) =>
      orEmpty<{ readonly success: boolean }, ApiError>(
        gate,
        network,
        { success: false },
        once(postSessionRevoke, {
          params: { address },
          query: { projectId },
          body: { pci, signature },
        }).pipe(Effect.as({ success: true })),
      ),
  }
})
