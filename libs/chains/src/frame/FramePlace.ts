import type { FrameError } from "@wmodal/frame-rpc/host"
import type { CaipNetworkId } from "@wmodal/protocol"
import { Effect, SubscriptionRef } from "effect"
import { networkNamed } from "./FrameAccount.ts"
import type { FrameRoom } from "./FrameRoom.ts"
import { malformed } from "./frameRefusal.ts"

/** On which network the frame is: what it is asked to sign is for that one. */
export interface FramePlace {
  /** Has the frame go there. */
  readonly go: (network: CaipNetworkId) => Effect.Effect<void, FrameError>
  /** It has said who is there on that network, and is on it: whoever asks for one has it go there. */
  readonly arrive: (network: CaipNetworkId) => void
  /** It may be elsewhere, or another account may be in use. */
  readonly leave: () => void
  /** Whether it is known to be there, and hears at once. */
  readonly isAt: (network: CaipNetworkId) => boolean
}

export const framePlace = ({
  ask,
  bridge,
  remembered,
}: Pick<FrameRoom, "ask" | "bridge" | "remembered">): FramePlace => {
  let at: CaipNetworkId | null = null
  /** Of whoever is asked last. */
  let era = 0
  const leave = () => {
    at = null
    era = bridge.generation()
  }

  return {
    leave,
    arrive: (network) => {
      at = network
    },
    isAt: (network) =>
      at === network && era === bridge.generation() && SubscriptionRef.getUnsafe(bridge.state) === "ready",
    go: (network) =>
      Effect.suspend(() => {
        leave()
        return Effect.flatMap(ask("SWITCH_NETWORK", { chainId: network }), ({ chainId }) => {
          if (networkNamed(chainId) !== network) return Effect.fail(malformed("SWITCH_NETWORK"))
          return Effect.sync(() => remembered.change({ lastChain: `${chainId}` }))
        })
      }),
  }
}
