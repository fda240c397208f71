import { type Connector, ConnectorError } from "@wmodal/chains"
import { walletConnectId } from "@wmodal/chains/walletconnect"
import type { Engine } from "@wmodal/core"
import { type Namespace, namespaces } from "@wmodal/protocol"
import { Effect, Stream, SubscriptionRef } from "effect"
import { rememberedIn, remembering, withoutSession } from "./remembered.ts"
import type { SessionState } from "./SessionFile.ts"

/** The wallet on a phone that an earlier `connect` has left, and what it shared when it was last asked. */
export type Phone = NonNullable<SessionState["phone"]>

/** What it shares of one chain. */
export interface Share extends NonNullable<Phone["shares"][Namespace]> {
  readonly namespace: Namespace
  readonly wallet: string
}

/** In the order in which chains are listed. */
export const sharesIn = ({ phone }: Pick<SessionState, "phone">): readonly Share[] => {
  const order = ["eip155", "solana", "bip122", "polkadot"] as const satisfies readonly Namespace[]
  return order.flatMap((namespace) => {
    const share = phone?.shares[namespace]
    return phone === undefined || share === undefined ? [] : [{ ...share, namespace, wallet: phone.wallet }]
  })
}

/** Every chain that is connected, by whichever wallet. */
export const connectedIn = (state: SessionState): readonly { readonly namespace: Namespace }[] => [
  ...rememberedIn(state),
  ...sharesIn(state),
]

/** What a phone shares by this engine; `null` where nothing. */
export const phoneOf = (engine: Engine): Phone | null => {
  const states = SubscriptionRef.getUnsafe(engine.connection.state)
  let wallet: string | null = null
  const shares: Phone["shares"] = {}
  for (const namespace of namespaces) {
    const state = states[namespace]
    if (state?._tag !== "Connected" || state.wallet.connectorId !== walletConnectId) continue
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

/** A phone in place of an earlier one, and of what else was connected of its chains. `null`: none any more. */
export const withPhone = (
  state: SessionState,
  phone: Phone | null,
): Pick<SessionState, "entries" | "phone" | "sides" | "wallet"> => {
  const left = sharesIn(state).filter(({ namespace }) => phone?.shares[namespace] === undefined)
  return {
    entries: left.reduce((entries, { namespace }) => withoutSession(entries, namespace), state.entries),
    ...remembering(rememberedIn(state).filter(({ namespace }) => phone?.shares[namespace] === undefined)),
    phone: phone ?? undefined,
  }
}

/** A phone that has let go of one chain, because another wallet is connected there. */
export const withoutShare = ({ phone }: SessionState, namespace: Namespace): Pick<SessionState, "phone"> => {
  if (phone === undefined) return { phone }
  const { [namespace]: _gone, ...shares } = phone.shares
  return { phone: Object.keys(shares).length === 0 ? undefined : { ...phone, shares } }
}

const networkOf = (account: string): string => account.slice(0, account.lastIndexOf(":"))

/**
 * What a phone shares, for commands that only look: they say what it was when it was last asked, reach no relay and ask
 * nobody for anything.
 */
export const watchedPhone = ({ accounts, details, namespace, network, wallet }: Share): Connector => {
  const fail = (reason: ConnectorError["reason"]) =>
    Effect.fail(new ConnectorError({ connectorId: walletConnectId, reason }))
  const unauthorized = fail({ _tag: "Unauthorized" })
  const identity = { name: wallet, icon: null }
  const session = {
    accounts,
    network,
    wallet: identity,
    ...(details !== undefined && { details }),
  }
  return {
    id: walletConnectId,
    ...identity,
    type: "WALLET_CONNECT",
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
