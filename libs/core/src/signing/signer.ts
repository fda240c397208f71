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

/** The wallet of the selected network, else the only one. `null` on a network that is none of the page's. */
export const signerOf = (
  { board, networks }: Pick<Surroundings, "board" | "networks">,
  namespace: Namespace | undefined,
): Effect.Effect<Signer | null, EngineError> =>
  Effect.suspend(() => {
    const selected = SubscriptionRef.getUnsafe(networks.selected)
    const near = namespace ?? selected.chainNamespace
    const preferred = near === selected.chainNamespace ? selected : networks.ofNamespace(near)[0]
    if (preferred === undefined) return new EngineError({ reason: { _tag: "NoNetwork", namespace: near } })
    const chosen =
      board.connectedOn(near) === null && namespace === undefined ? [...board.connectors.keys()][0] : near
    const state = chosen === undefined ? null : board.connectedOn(chosen)
    const connector = chosen === undefined ? undefined : board.connectors.get(chosen)
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
