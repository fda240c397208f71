import { type Connector, ConnectorError } from "@wmodal/chains"
import { frameId } from "@wmodal/chains/frame"
import { walletConnectId } from "@wmodal/chains/walletconnect"
import type { Engine } from "@wmodal/core"
import {
  hasAddressPerNetwork,
  type Namespace,
  namespaces,
  SubscriptionRef,
  toNetworkId,
} from "@wmodal/protocol"
import { Effect } from "effect"
import { makeChains } from "./chains.ts"
import type { SessionState } from "./SessionFile.ts"
import { getStoredWallets, toStoredSession, withoutSession } from "./storedWallets.ts"

/** The location of a wallet outside this process: on a phone, or in the frame of the secure site. */
export type RemoteKind = "phone" | "frame"

const remoteKinds = ["phone", "frame"] as const satisfies readonly RemoteKind[]

const connectorByKind = {
  phone: { id: walletConnectId, type: "WALLET_CONNECT" },
  frame: { id: frameId, type: "AUTH" },
} as const satisfies Record<RemoteKind, Pick<Connector, "id" | "type">>

/** The last known session of a remote wallet. */
export type RemoteSession = NonNullable<SessionState["phone"]>

/** The accounts of one chain that a remote wallet shares. */
export interface SharedChain extends NonNullable<RemoteSession["shares"][Namespace]> {
  readonly by: RemoteKind
  readonly namespace: Namespace
  readonly wallet: string
}

type RemoteSessionState = Pick<SessionState, RemoteKind>

/** The chains of the terminal, and then those of which only addresses are known. */
const listedNamespaces: readonly Namespace[] = [
  ...new Set([...makeChains().map(({ namespace }) => namespace), ...namespaces]),
]

/** Returns the shared chains of all remote wallets, or of one, in listing order. */
export const getSharedChains = (
  state: RemoteSessionState,
  wanted: RemoteKind | null = null,
): readonly SharedChain[] => {
  return listedNamespaces.flatMap((namespace) =>
    remoteKinds.flatMap((by) => {
      const shared = state[by]
      const share = shared?.shares[namespace]
      return shared === undefined || share === undefined || (wanted ?? by) !== by
        ? []
        : [{ ...share, by, namespace, wallet: shared.wallet }]
    }),
  )
}

/** Returns every connected chain of every wallet. */
export const getConnectedChains = (state: SessionState): readonly { readonly namespace: Namespace }[] => [
  ...getStoredWallets(state),
  ...getSharedChains(state),
]

/** Returns the session that the engine has with a remote wallet, or `null`. */
export const getRemoteSession = (engine: Engine, by: RemoteKind): RemoteSession | null => {
  const states = SubscriptionRef.getUnsafe(engine.connection.state)
  let wallet: string | null = null
  const shares: RemoteSession["shares"] = {}
  for (const namespace of namespaces) {
    const state = states[namespace]
    if (state?._tag !== "Connected" || state.wallet.connectorId !== connectorByKind[by].id) continue
    wallet ??= state.wallet.name
    const [first, ...others] = state.accounts
    shares[namespace] = {
      accounts: [first, ...others],
      network: state.walletNetwork,
      ...(state.details !== undefined && { details: { ...state.details } }),
    }
  }
  return wallet === null ? null : { wallet, shares }
}

/**
 * Returns the state with a remote wallet that replaces the earlier one of its kind and other wallets on its chains.
 * `null` removes it.
 */
export const withRemoteSession = <By extends RemoteKind>(
  state: SessionState,
  by: By,
  shared: NonNullable<SessionState[By]> | null,
): Pick<SessionState, "entries" | "frame" | "phone" | "sides" | "wallet"> => {
  const isShared = ({ namespace }: { readonly namespace: Namespace }) =>
    shared?.shares[namespace] !== undefined
  const left = getSharedChains(state, by).filter((share) => !isShared(share))
  const others = namespaces
    .filter((namespace) => isShared({ namespace }))
    .reduce<RemoteSessionState>(
      (before, namespace) => ({ ...before, ...withoutSharedChain(before, namespace) }),
      state,
    )
  return {
    entries: left.reduce((entries, { namespace }) => withoutSession(entries, namespace), state.entries),
    ...toStoredSession(getStoredWallets(state).filter((wallet) => !isShared(wallet))),
    phone: others.phone,
    frame: others.frame,
    [by]: shared ?? undefined,
  }
}

/** Returns the state without one chain of the remote wallets, after another wallet connected there. */
export const withoutSharedChain = (
  { frame, phone }: RemoteSessionState,
  namespace: Namespace,
): RemoteSessionState => ({
  phone: withoutNamespace(phone, namespace),
  frame: withoutNamespace(frame, namespace),
})

const withoutNamespace = <A extends RemoteSession>(
  shared: A | undefined,
  namespace: Namespace,
): A | undefined => {
  if (shared === undefined) return undefined
  const { [namespace]: _gone, ...shares } = shared.shares
  return Object.keys(shares).length === 0 ? undefined : { ...shared, shares }
}

/**
 * Returns a connector with the last known session, for read-only commands. It contacts no wallet and declines every
 * request.
 */
export const watchOnlyConnector = ({
  accounts,
  by,
  details,
  namespace,
  network,
  wallet,
}: SharedChain): Connector => {
  const { id, type } = connectorByKind[by]
  const fail = (reason: ConnectorError["reason"]) =>
    Effect.fail(new ConnectorError({ connectorId: id, reason }))
  const unauthorized = fail({ _tag: "Unauthorized" })
  const identity = { name: wallet, icon: null }
  const session = {
    accounts,
    network,
    wallet: identity,
    ...(details !== undefined && { details }),
  }
  return {
    id,
    ...identity,
    type,
    namespace,
    rdns: null,
    explorerId: null,
    getProvider: () => null,
    connect: () => unauthorized,
    restore: Effect.succeed(session),
    disconnect: Effect.void,
    // Only the view changes.
    switchNetwork: ({ caipNetworkId, name }) =>
      !hasAddressPerNetwork(namespace) || accounts.some((account) => toNetworkId(account) === caipNetworkId)
        ? Effect.void
        : fail({ _tag: "NetworkNotSupported", network: name }),
    signMessage: () => unauthorized,
    signTypedData: () => unauthorized,
    calls: unauthorized,
    events: Effect.never,
  }
}
