import type { FrameError } from "@wmodal/frame-rpc/host"
import type { CaipNetworkId } from "@wmodal/protocol"
import { Effect, SubscriptionRef } from "effect"
import { parseFrameNetwork } from "./FrameAccount.ts"
import type { FrameContext } from "./FrameContext.ts"
import { malformedReplyError } from "./frameErrors.ts"

/** On which network the frame is: what it is asked to sign is for that one. */
export interface FrameNetwork {
  /** Has the frame go there. */
  readonly switchTo: (network: CaipNetworkId) => Effect.Effect<void, FrameError>
  /** It has said who is there on that network, and is on it: whoever asks for one has it go there. */
  readonly confirm: (network: CaipNetworkId) => void
  /** It may be elsewhere, or another account may be in use. */
  readonly invalidate: () => void
  /** Whether it is known to be there, and hears at once. */
  readonly isOn: (network: CaipNetworkId) => boolean
}

export const makeFrameNetwork = ({
  request,
  bridge,
  store,
}: Pick<FrameContext, "request" | "bridge" | "store">): FrameNetwork => {
  let at: CaipNetworkId | null = null
  /** Of whoever is asked last. */
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
