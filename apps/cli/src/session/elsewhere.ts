import { type Connector, ConnectorError } from "@wmodal/chains"
import { frameId } from "@wmodal/chains/frame"
import { walletConnectId } from "@wmodal/chains/walletconnect"
import type { Engine } from "@wmodal/core"
import { type Namespace, namespaces } from "@wmodal/protocol"
import { Effect, Stream, SubscriptionRef } from "effect"
import { rememberedIn, remembering, withoutSession } from "./remembered.ts"
import type { SessionState } from "./SessionFile.ts"

/** Where a wallet is that is not of this process: on a phone, or in the frame of the secure site. */
export type Elsewhere = "phone" | "frame"

const both = ["phone", "frame"] as const satisfies readonly Elsewhere[]

const connectorOf = {
  phone: { id: walletConnectId, type: "WALLET_CONNECT" },
  frame: { id: frameId, type: "AUTH" },
} as const satisfies Record<Elsewhere, Pick<Connector, "id" | "type">>

/** What such a wallet shared when it was last asked. */
export type Shared = NonNullable<SessionState["phone"]>

/** What it shares of one chain. */
export interface Share extends NonNullable<Shared["shares"][Namespace]> {
  readonly by: Elsewhere
  readonly namespace: Namespace
  readonly wallet: string
}

type SharedState = Pick<SessionState, Elsewhere>

/** Of all such wallets, or of one, in the order in which chains are listed. */
export const sharesIn = (state: SharedState, wanted: Elsewhere | null = null): readonly Share[] => {
  const order = ["eip155", "solana", "bip122", "polkadot"] as const satisfies readonly Namespace[]
  return order.flatMap((namespace) =>
    both.flatMap((by) => {
      const shared = state[by]
      const share = shared?.shares[namespace]
      return shared === undefined || share === undefined || (wanted ?? by) !== by
        ? []
        : [{ ...share, by, namespace, wallet: shared.wallet }]
    }),
  )
}

/** Every chain that is connected, by whichever wallet. */
export const connectedIn = (state: SessionState): readonly { readonly namespace: Namespace }[] => [
  ...rememberedIn(state),
  ...sharesIn(state),
]

/** What is shared by this engine from there; `null` where nothing. */
export const sharedBy = (engine: Engine, by: Elsewhere): Shared | null => {
  const states = SubscriptionRef.getUnsafe(engine.connection.state)
  let wallet: string | null = null
  const shares: Shared["shares"] = {}
  for (const namespace of namespaces) {
    const state = states[namespace]
    if (state?._tag !== "Connected" || state.wallet.connectorId !== connectorOf[by].id) continue
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
 * A wallet elsewhere in place of an earlier one of its kind, and of what else was connected of its chains. `null`: none
 * any more.
 */
export const withShared = <By extends Elsewhere>(
  state: SessionState,
  by: By,
  shared: NonNullable<SessionState[By]> | null,
): Pick<SessionState, "entries" | "frame" | "phone" | "sides" | "wallet"> => {
  const isShared = ({ namespace }: { readonly namespace: Namespace }) =>
    shared?.shares[namespace] !== undefined
  const left = sharesIn(state, by).filter((share) => !isShared(share))
  const others = namespaces
    .filter((namespace) => isShared({ namespace }))
    .reduce<SharedState>((before, namespace) => ({ ...before, ...withoutShare(before, namespace) }), state)
  return {
    entries: left.reduce((entries, { namespace }) => withoutSession(entries, namespace), state.entries),
    ...remembering(rememberedIn(state).filter((wallet) => !isShared(wallet))),
    phone: others.phone,
    frame: others.frame,
    [by]: shared ?? undefined,
  }
}

/** Those elsewhere have let go of one chain, because another wallet is connected there. */
export const withoutShare = ({ frame, phone }: SharedState, namespace: Namespace): SharedState => ({
  phone: without(phone, namespace),
  frame: without(frame, namespace),
})

const without = <A extends Shared>(shared: A | undefined, namespace: Namespace): A | undefined => {
  if (shared === undefined) return undefined
  const { [namespace]: _gone, ...shares } = shared.shares
  return Object.keys(shares).length === 0 ? undefined : { ...shared, shares }
}

const networkOf = (account: string): string => account.slice(0, account.lastIndexOf(":"))

/**
 * What a wallet elsewhere shares, for commands that only look: they say what it was when it was last asked, reach nobody
 * and ask nobody for anything.
 */
export const watched = ({ accounts, by, details, namespace, network, wallet }: Share): Connector => {
  const { id, type } = connectorOf[by]
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
    providerFor: () => null,
    connect: () => unauthorized,
    restore: Effect.succeed(session),
    disconnect: Effect.void,
    // Looked at from there. An address of Bitcoin is of one network.
    switchNetwork: ({ caipNetworkId, name }) =>
      namespace !== "bip122" || accounts.some((account) => networkOf(account) === caipNetworkId)
        ? Effect.void
        : fail({ _tag: "NetworkNotSupported", network: name }),
    signMessage: () => unauthorized,
    signTypedData: () => unauthorized,
    calls: unauthorized,
    events: Stream.never,
  }
}
