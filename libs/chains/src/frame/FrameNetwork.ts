import type { FrameError } from "@wmodal/frame-rpc/host"
import { type CaipNetworkId, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { parseFrameNetwork } from "./FrameAccount.ts"
import type { FrameContext } from "./FrameContext.ts"
import { malformedReplyError } from "./frameErrors.ts"

/** The frame's current network, for which it signs. */
export interface FrameNetwork {
  /** Switches the frame to a network. */
  readonly switchTo: (network: CaipNetworkId) => Effect.Effect<void, FrameError>
  /** Records that the frame reported the user on that network and is on it. */
  readonly confirm: (network: CaipNetworkId) => void
  /** Discards the known network: the frame may be on another one, or another account may be in use. */
  readonly invalidate: () => void
  /** Returns `true` if the frame is known to be on the network and responds. */
  readonly isOn: (network: CaipNetworkId) => boolean
}

export const makeFrameNetwork = ({
  request,
  bridge,
  store,
}: Pick<FrameContext, "request" | "bridge" | "store">): FrameNetwork => {
  let at: CaipNetworkId | null = null
  /** The generation of the last user request. */
  let era = 0
  const leave = () => {
    at = null
    era = bridge.generation()
  }

  return {
    invalidate: leave,
    confirm: (network) => {
      at = network
    },
    isOn: (network) =>
      at === network && era === bridge.generation() && SubscriptionRef.getUnsafe(bridge.state) === "ready",
    switchTo: (network) =>
      Effect.suspend(() => {
        leave()
        return Effect.flatMap(request("SWITCH_NETWORK", { chainId: network }), ({ chainId }) => {
          if (parseFrameNetwork(chainId) !== network)
            return Effect.fail(malformedReplyError("SWITCH_NETWORK"))
          return Effect.sync(() => store.change({ lastChain: `${chainId}` }))
        })
      }),
  }
}
