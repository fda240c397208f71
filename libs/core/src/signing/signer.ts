import type { Connector } from "@wmodal/chains"
import type { CaipAddress, Namespace, Network } from "@wmodal/protocol"
import { Effect, SubscriptionRef } from "effect"
import type { Surroundings } from "../flows/Surroundings.ts"
import { EngineError } from "../problems/EngineError.ts"

export interface Signer {
  readonly connector: Connector
  readonly account: CaipAddress
  readonly network: Network
}

/** The wallet of the active chain, or of the one that is named. `null` on a network that is none of the page's. */
export const signerOf = (
  { board, networks }: Pick<Surroundings, "board" | "networks">,
  namespace: Namespace | undefined,
): Effect.Effect<Signer | null, EngineError> =>
  Effect.suspend(() => {
    const chain = namespace ?? SubscriptionRef.getUnsafe(networks.selected).chainNamespace
    if (networks.ofNamespace(chain).length === 0)
      return new EngineError({ reason: { _tag: "NoNetwork", namespace: chain } })
    const [state, connector] = [board.connectedOn(chain), board.connectors.get(chain)]
    if (state === null || connector === undefined)
      return new EngineError({ reason: { _tag: "NotConnected" } })
    const reported = state.walletNetwork ?? networkOf(state.account)
    const known = networks.configured.some(({ caipNetworkId }) => caipNetworkId === reported)
    const network = networks.configured.find(
      ({ caipNetworkId }) => caipNetworkId === networkOf(state.account),
    )
    return Effect.succeed(
      known && network !== undefined ? { connector, account: state.account, network } : null,
    )
  })

export const networkOf = (account: CaipAddress): string => account.split(":", 2).join(":")
