import type { AccountState, Engine, Problem, SiwxState } from "@wmodal/core"
import {
  type CaipAddress,
  Feed,
  getAvatarColors,
  type Namespace,
  namespaces,
  SubscriptionRef,
  truncate,
} from "@wmodal/protocol"
import { Effect } from "effect"
import type { Translate } from "../messages/Translate.tsx"
import type {
  WModalAccount,
  WModalConnection,
  WModalError,
  WModalSession,
  WModalSharedAccount,
  WModalState,
} from "../page/WModal.ts"
import { type ConnectedState, getConnected, getHostStatus, overallStatus } from "./connectionStates.ts"
import { parseAccount } from "./parseAccount.ts"

/** A name in a button. Source: the AppKit 1.7.2 wire. */
const buttonNameTruncation = { leading: 18, trailing: 0 }

/** Converts an account. Its name and balance are known only while it is in use. */
export const toWModalAccount = (caipAddress: CaipAddress, inUse: AccountState | null): WModalAccount => {
  const { network, address } = parseAccount(caipAddress)
  const known = inUse?.caipAddress === caipAddress ? inUse : null
  return {
    caipAddress,
    address,
    network,
    label: known?.profileName ? truncate(known.profileName, buttonNameTruncation) : truncate(address),
    colors: getAvatarColors(address),
    balance: known?.balance._tag === "Loaded" ? known.balance : null,
  }
}

const toSharedAccounts = (
  namespace: Namespace,
  { accounts, details }: ConnectedState,
): readonly WModalSharedAccount[] =>
  accounts.map((caipAddress) => {
    const { address } = parseAccount(caipAddress)
    return { caipAddress, namespace, address, type: details?.[address]?.type ?? null }
  })

const sessionStatuses: Readonly<Partial<Record<SiwxState["_tag"], WModalSession["status"]>>> = {
  Off: "off",
  Checking: "checking",
  Storing: "checking",
  SignedOut: "signedOut",
  SignedIn: "signedIn",
}

const toWModalSession = (state: SiwxState): WModalSession => ({
  status: sessionStatuses[state._tag] ?? "signing",
  session: state._tag === "SignedIn" ? state.session : null,
})

/** Returns a failure as the page receives it. Its text is loaded on demand; if that fails, its name replaces it. */
export const loadPageError = async (problem: Problem, words: Translate): Promise<WModalError> => {
  try {
    return (await import("./toPageError.ts")).toPageError(problem, words)
  } catch {
    return { tag: problem._tag, text: problem.reason._tag }
  }
}

/** Publishes every change of the engine to the page while the scope is open. */
export const publishChanges = (
  engine: Engine,
  words: Translate,
  publish: (change: Partial<WModalState>) => void,
  remembered: WModalState["connections"],
): Effect.Effect<void> => {
  const follow = <A>(ref: SubscriptionRef.SubscriptionRef<A>, change: (value: A) => Partial<WModalState>) =>
    SubscriptionRef.runForEach(ref, (value) => Effect.sync(() => publish(change(value))))
  const who = (): Partial<WModalState> => {
    const states = SubscriptionRef.getUnsafe(engine.connection.state)
    const inUse = SubscriptionRef.getUnsafe(engine.account.state)
    const { chainNamespace } = SubscriptionRef.getUnsafe(engine.networks.shown).network
    const connections: Partial<Record<Namespace, WModalConnection>> = {}
    for (const namespace of namespaces) {
      const state = states[namespace]
      const connected = getConnected(states, namespace)
      const restoring = state?._tag === "Restoring" ? remembered[namespace] : undefined
      if (state !== undefined)
        connections[namespace] = {
          status: getHostStatus(state),
          account: connected ? toWModalAccount(connected.account, inUse) : (restoring?.account ?? null),
          wallet: connected ? connected.wallet : (restoring?.wallet ?? null),
          ...(connected && { accounts: toSharedAccounts(namespace, connected) }),
        }
    }
    return {
      status: overallStatus(states),
      connections,
      account: inUse
        ? toWModalAccount(inUse.caipAddress, inUse)
        : (connections[chainNamespace]?.account ?? null),
      wallet: connections[chainNamespace]?.wallet ?? null,
    }
  }
  return Effect.all(
    [
      follow(engine.router.state, ({ open }) => ({ open })),
      follow(engine.connection.state, who),
      follow(engine.account.state, who),
      follow(engine.signedIn, (signedIn) => ({ signedIn })),
      follow(engine.siwx.state, (state) => ({ signature: toWModalSession(state) })),
      follow(engine.networks.shown, (network) => ({ network, ...who() })),
      SubscriptionRef.runForEach(engine.alerts.current, (problem) =>
        Effect.promise(async () => publish({ error: problem && (await loadPageError(problem, words)) })),
      ),
      Feed.runForEach(engine.events, (event) => Effect.sync(() => publish({ event }))),
      engine.announce,
    ],
    { concurrency: "unbounded", discard: true },
  )
}
