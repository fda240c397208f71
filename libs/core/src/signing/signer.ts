import type { Connector } from "@wmodal/chains"
import {
  type CaipAddress,
  type Namespace,
  type Network,
  SubscriptionRef,
  toNetworkId,
} from "@wmodal/protocol"
import { Effect } from "effect"
import { EngineError } from "../problems/EngineError.ts"
import type { EngineServices } from "../services/EngineServices.ts"

export interface Signer {
  readonly connector: Connector
  readonly account: CaipAddress
  readonly network: Network
}

type SignerDeps = Pick<EngineServices, "board" | "networks">

const getNamespace = ({ networks }: SignerDeps, namespace: Namespace | undefined): Namespace =>
  namespace ?? SubscriptionRef.getUnsafe(networks.selected).chainNamespace

/** Returns the wallet of the active or given chain; `null` without one, and on a network that is not configured. */
export const findSigner = (deps: SignerDeps, namespace: Namespace | undefined): Signer | null => {
  const { board, networks } = deps
  const chain = getNamespace(deps, namespace)
  const [state, connector] = [board.getConnected(chain), board.connectors.get(chain)]
  if (state === null || connector === undefined) return null
  const reported = state.walletNetwork ?? toNetworkId(state.account)
  const known = networks.configured.some(({ caipNetworkId }) => caipNetworkId === reported)
  const network = networks.configured.find(
    ({ caipNetworkId }) => caipNetworkId === toNetworkId(state.account),
  )
  return known && network !== undefined ? { connector, account: state.account, network } : null
}

/** Returns the wallet like `findSigner`. Fails on a chain without a network or a connection. */
export const getSigner = (
  deps: SignerDeps,
  namespace: Namespace | undefined,
): Effect.Effect<Signer | null, EngineError> =>
  Effect.suspend(() => {
    const chain = getNamespace(deps, namespace)
    if (deps.networks.ofNamespace(chain).length === 0)
      return new EngineError({ reason: { _tag: "NoNetwork", namespace: chain } })
    if (deps.board.getConnected(chain) === null || deps.board.connectors.get(chain) === undefined)
      return new EngineError({ reason: { _tag: "NotConnected" } })
    return Effect.succeed(findSigner(deps, namespace))
  })
