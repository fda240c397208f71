import type { Engine } from "@wmodal/core"
import { type CaipAddress, type Network, SubscriptionRef } from "@wmodal/protocol"

/** Returns the network of an account; the one in use if it is not configured. */
export const findNetwork = (engine: Engine, account: CaipAddress): Network =>
  engine.options.networks.find(({ caipNetworkId }) => account.startsWith(`${caipNetworkId}:`)) ??
  SubscriptionRef.getUnsafe(engine.networks.shown).network
