import type { Connector } from "@wmodal/chains"
import { type CaipAddress, type Namespace, type Network, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import type { EngineServices } from "../flows/EngineServices.ts"
import { EngineError } from "../problems/EngineError.ts"

export interface Signer {
  readonly connector: Connector
  readonly account: CaipAddress
  readonly network: Network
}

/** Returns the wallet of the active or given chain. `null` on a network that is not configured. */
export const getSigner = (
  { board, networks }: Pick<EngineServices, "board" | "networks">,
  namespace: Namespace | undefined,
): Effect.Effect<Signer | null, EngineError> =>
  Effect.suspend(() => {
    const chain = namespace ?? SubscriptionRef.getUnsafe(networks.selected).chainNamespace
    if (networks.ofNamespace(chain).length === 0)
      return new EngineError({ reason: { _tag: "NoNetwork", namespace: chain } })
    const [state, connector] = [board.getConnected(chain), board.connectors.get(chain)]
    if (state === null || connector === undefined)
      return new EngineError({ reason: { _tag: "NotConnected" } })
    const reported = state.walletNetwork ?? getAccountNetworkId(state.account)
    const known = networks.configured.some(({ caipNetworkId }) => caipNetworkId === reported)
    const network = networks.configured.find(
      ({ caipNetworkId }) => caipNetworkId === getAccountNetworkId(state.account),
    )
    return Effect.succeed(
      known && network !== undefined ? { connector, account: state.account, network } : null,
    )
  })

export const getAccountNetworkId = (account: CaipAddress): string => account.split(":", 2).join(":")
