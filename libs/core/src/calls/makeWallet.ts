import { Effect, SubscriptionRef } from "effect"
import type { Surroundings } from "../flows/Surroundings.ts"
import type { ShownWallet, Wallet } from "./Wallet.ts"

export interface WalletSurroundings extends Pick<Surroundings, "board"> {
  readonly networks: Pick<Surroundings["networks"], "shown">
}

export const makeWallet = ({ board, networks }: WalletSurroundings): Wallet => {
  const shown: Wallet["shown"] = Effect.suspend(() => {
    const { network, known } = SubscriptionRef.getUnsafe(networks.shown)
    const connected = board.connectedOn(network.chainNamespace)
    const connector = board.connectors.get(network.chainNamespace)
    if (!known || connected === null || connector === undefined) return Effect.succeed(null)
    const { account } = connected
    return Effect.map(
      connector.calls,
      (calls): ShownWallet => ({ connectorId: connector.id, account, network, calls }),
    )
  })
  return { shown }
}
