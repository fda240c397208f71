import type { ConnectorError, WalletCalls } from "@wmodal/chains"
import { type CaipAddress, Clock, type Network, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import type { EngineServices } from "../services/EngineServices.ts"

/** The wallet of the shown account, with the address and network for its requests. */
interface ActiveWallet {
  readonly connectorId: string
  readonly account: CaipAddress
  readonly network: Network
  readonly calls: WalletCalls
}

/** Provides the connected wallet for every request except signatures. On an unsupported network it receives none. */
export interface ActiveWalletReader {
  /** Returns `null` without a wallet on the shown network, and if that network is not configured. */
  readonly get: Effect.Effect<ActiveWallet | null, ConnectorError>
}

export interface ActiveWalletDeps extends Pick<EngineServices, "board"> {
  readonly networks: Pick<EngineServices["networks"], "shown">
}

export const makeActiveWalletReader = ({ board, networks }: ActiveWalletDeps): ActiveWalletReader => {
  const shown: ActiveWalletReader["get"] = Effect.suspend(() => {
    const { network, known } = SubscriptionRef.getUnsafe(networks.shown)
    const connected = board.getConnected(network.chainNamespace)
    const connector = board.connectors.get(network.chainNamespace)
    if (!known || connected === null || connector === undefined) return Effect.succeed(null)
    const { account } = connected
    return Effect.map(
      connector.calls,
      (calls): ActiveWallet => ({ connectorId: connector.id, account, network, calls }),
    )
  })
  return { get: shown }
}

/** Milliseconds until a wallet request that never prompts the user times out. */
const walletReadTimeoutMs = 5_000

/** Makes a request that never prompts the user; `otherwise` if the wallet fails, or does not respond in time. */
export const readWallet = <A, E>(request: Effect.Effect<A, E>, otherwise: A): Effect.Effect<A> =>
  request.pipe(
    catchDefects,
    Clock.timeoutOrElse({ duration: walletReadTimeoutMs, orElse: () => Effect.succeed(otherwise) }),
    Effect.orElseSucceed(() => otherwise),
  )
