import type { FrameError } from "@wmodal/frame-rpc/host"
import type { CaipNetworkId } from "@wmodal/protocol"
import { Effect, SubscriptionRef } from "effect"
import { networkNamed } from "./FrameAccount.ts"
import type { FrameRoom } from "./FrameRoom.ts"
import { malformed } from "./frameRefusal.ts"

/** On which network the frame is: what it is asked to sign is for that one. */
export interface FramePlace {
  /** Has the frame there. To be used in turn. */
  readonly reach: (network: CaipNetworkId) => Effect.Effect<void, FrameError>
  /** Whether it is there, and hears at once. */
  readonly isAt: (network: CaipNetworkId) => boolean
  /** It was asked about this network, or was loaded anew (`null`): it may be elsewhere. */
  readonly leave: (network: CaipNetworkId | null) => void
}

export const framePlace = ({
  ask,
  bridge,
  remembered,
}: Pick<FrameRoom, "ask" | "bridge" | "remembered">): FramePlace => {
  let at: CaipNetworkId | null = null
  const isAt = (network: CaipNetworkId) =>
    at === network && SubscriptionRef.getUnsafe(bridge.state) === "ready"

  return {
    isAt,
    leave: (network) => {
      if (at !== network) at = null
    },
    reach: (network) =>
      Effect.suspend(() => {
        if (isAt(network)) return Effect.void
        at = null
        return Effect.flatMap(ask("SWITCH_NETWORK", { chainId: network }), ({ chainId }) => {
          if (networkNamed(chainId) !== network) return Effect.fail(malformed("SWITCH_NETWORK"))
          at = network
          remembered.change({ lastChain: `${chainId}` })
          return Effect.void
        })
      }),
  }
}
