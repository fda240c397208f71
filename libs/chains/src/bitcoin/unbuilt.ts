import { Effect, Stream } from "effect"
import type { Actions } from "../contract/Actions.ts"
import type { DiscoveryEnvironment } from "../contract/Chain.ts"
import type { Connector } from "../contract/Connector.ts"

const unbuilt = () => Effect.die(new Error("to be built"))

export const unbuiltActions: Actions = {
  address: () => null,
  balance: unbuilt,
  tokenBalance: unbuilt,
  spendable: unbuilt,
  token: unbuilt,
  estimate: unbuilt,
  build: () => ({}),
  simulate: unbuilt,
  mark: unbuilt,
  find: unbuilt,
  hashOf: () => null,
  broadcast: unbuilt,
  delegated: unbuilt,
  owned: unbuilt,
  explain: unbuilt,
  contracts: null,
  raiseFee: null,
  history: null,
}

export const unbuiltDiscovery = (
  _environment: DiscoveryEnvironment,
  known: readonly Connector[],
): Stream.Stream<readonly Connector[]> => Stream.succeed(known)
