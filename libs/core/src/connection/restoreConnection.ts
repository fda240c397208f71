import { type Connector, type ConnectorError, toBaseName, type WalletSession } from "@wmodal/chains"
import { frameId } from "@wmodal/chains/frame"
import { walletConnectId } from "@wmodal/chains/walletconnect"
import {
  type CaipNetworkId,
  Clock,
  hasAddressPerNetwork,
  type Namespace,
  type Network,
  SubscriptionRef,
  toPlainAddress,
} from "@wmodal/protocol"
import { Effect, Result } from "effect"
import type { ConnectorsInternal } from "../connectors/makeConnectors.ts"
import { catchDefects } from "../effects/catchDefects.ts"
import type { EngineError } from "../problems/EngineError.ts"
import { RestoreError, type RestoreReason } from "../problems/RestoreError.ts"
import type { RememberedWallet } from "../storage/PersistedState.ts"

/** Milliseconds for a whole restore. */
export const restoreTimeoutMs = 10_000

/**
 * Milliseconds for a wallet to announce itself after the request for announcements. Extensions respond within the
 * same turn of the event loop; two seconds suffice for one that is injected late, and bound the wait for a removed
 * wallet.
 */
const announcementTimeoutMs = 2_000

export interface RestoreDeps {
  readonly connectors: Pick<ConnectorsInternal, "all" | "discovered" | "find" | "loaded">
  /** The stored network when it is no longer configured. */
  readonly goneNetwork: CaipNetworkId | null
  /** The network of the earlier visit. */
  readonly network: Network | null
  /** True when even a wallet without an alike one has to share the remembered account. Default: false. */
  readonly mustProve?: boolean
}

/**
 * Restores the session of an earlier visit without a prompt, or fails with the reason, within 10 s. Any wallet can
 * announce itself under the id of another one: of several that are alike, only one that shares the remembered account
 * is restored.
 */
export const restoreConnection = (
  { connectors, goneNetwork, network, mustProve = false }: RestoreDeps,
  namespace: Namespace,
  remembered: RememberedWallet,
): Effect.Effect<{ readonly connector: Connector; readonly session: WalletSession }, RestoreError> => {
  const fail = (reason: RestoreReason) =>
    new RestoreError({ connectorId: remembered.id, walletName: remembered.name, reason })

  const find = (all: readonly Connector[]) =>
    all.find((one) => one.id === remembered.id && one.namespace === namespace)
  const appeared = SubscriptionRef.awaitValue(connectors.all, (all) => find(all) !== undefined).pipe(
    Effect.map(find),
    Clock.timeoutOrElse({ duration: announcementTimeoutMs, orElse: () => Effect.succeed(undefined) }),
  )

  const ask = (connector: Connector) =>
    Effect.mapError(catchDefects(connector.restore), (error) => fail(toSessionReason(error)))
  /** Fails unless the wallet shares the remembered account. */
  const prove = (connector: Connector) =>
    Effect.flatMap(ask(connector), ({ accounts }) =>
      accounts.some((account) => toPlainAddress(account) === remembered.address)
        ? Effect.succeed(connector)
        : Effect.fail(fail({ _tag: "Failed", detail: "Disconnected" })),
    )

  const here = Effect.gen(function* () {
    yield* connectors.discovered
    // A wallet that could not be looked up may still be installed.
    if (connectors.loaded(namespace) === null) return yield* fail({ _tag: "Failed", detail: "NotLoaded" })
    const found = yield* appeared
    const alike = SubscriptionRef.getUnsafe(connectors.all).filter(
      (one) => one.namespace === namespace && toBaseName(one.id) === toBaseName(remembered.id),
    )
    if (alike.length === 0) return yield* fail({ _tag: "WalletRemoved" })
    const isSure =
      !mustProve && alike.length === 1 && (found?.type !== "ANNOUNCED" || found.name === remembered.name)
    return found !== undefined && isSure ? found : yield* Effect.raceAll(alike.map(prove))
  })
  // A remote wallet restores without any chain's code.
  const remote = Effect.mapError(connectors.find(remembered.id, namespace, namespace), (error) =>
    fail(toRestoreReason(error)),
  )
  /** A session over a relay is gone for good: no wallet could share it again. */
  const toSessionReason = (error: ConnectorError | EngineError): RestoreReason =>
    error.reason._tag === "Locked" && remembered.id === walletConnectId
      ? { _tag: "SessionEnded" }
      : toRestoreReason(error)
  return Effect.gen(function* () {
    if (goneNetwork !== null && goneNetwork.startsWith(`${namespace}:`))
      return yield* fail({ _tag: "NetworkGone", network: goneNetwork })
    const connector = yield* remembered.id === walletConnectId || remembered.id === frameId ? remote : here
    const asked = ask(connector)
    const session = yield* asked
    // A wallet with an address on each network switches without a prompt.
    const isElsewhere =
      hasAddressPerNetwork(namespace) && network !== null && session.network !== network.caipNetworkId
    if (
      !isElsewhere ||
      Result.isFailure(yield* Effect.result(catchDefects(connector.switchNetwork(network))))
    )
      return { connector, session }
    return { connector, session: yield* asked }
  }).pipe(
    Clock.timeoutOrElse({
      duration: restoreTimeoutMs,
      orElse: () => Effect.fail(fail({ _tag: "NoAnswer" })),
    }),
  )
}

const toRestoreReason = (error: ConnectorError | EngineError): RestoreReason => {
  switch (error.reason._tag) {
    case "Locked":
      return { _tag: "WalletLocked" }
    case "NotInstalled":
      return { _tag: "WalletRemoved" }
    default:
      return { _tag: "Failed", detail: error.reason._tag }
  }
}

/** Returns true when another try on the next visit is useless. */
export const isPermanent = ({ reason }: RestoreError): boolean =>
  reason._tag === "WalletRemoved" || reason._tag === "NetworkGone" || reason._tag === "SessionEnded"
