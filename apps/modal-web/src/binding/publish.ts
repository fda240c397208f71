import type { Engine, Problem, ProblemContext, SiwxState } from "@wmodal/core"
import { type CaipAddress, Feed, lazy, type Namespace, namespaces, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Translate } from "../messages/Translate.tsx"
import type { WModalConnection, WModalError, WModalSession, WModalState } from "../page/WModal.ts"
import { getConnected, getHostStatus, listConnected, overallStatus } from "./connectionStates.ts"

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
export const loadPageError = async (
  problem: Problem,
  words: Translate,
  during?: ProblemContext,
): Promise<WModalError> => {
  try {
    return (await import("./toPageError.ts")).toPageError(problem, words, during)
  } catch {
    return { tag: problem._tag, text: problem.reason._tag }
  }
}

/** What is shown of an account. It loads with the code of connections. */
const accountPart = lazy(() => import("./toWModalAccount.ts"))

/** Returns what publishes every change of the engine to the page, each while it runs. */
export const publishChanges = (
  engine: Engine,
  words: Translate,
  publish: (change: Partial<WModalState>) => void,
  remembered: WModalState["connections"],
): readonly Effect.Effect<void>[] => {
  const follow = <A>(ref: SubscriptionRef.SubscriptionRef<A>, change: (value: A) => Partial<WModalState>) =>
    SubscriptionRef.runForEach(ref, (value) => Effect.sync(() => publish(change(value))))
  const who = (): Partial<WModalState> => {
    const states = SubscriptionRef.getUnsafe(engine.connection.state)
    const inUse = SubscriptionRef.getUnsafe(engine.account.state)
    const toAccount = (account: CaipAddress) => accountPart.now()?.toWModalAccount(account, inUse) ?? null
    const { chainNamespace } = SubscriptionRef.getUnsafe(engine.networks.shown).network
    const connections: Partial<Record<Namespace, WModalConnection>> = {}
    for (const namespace of namespaces) {
      const state = states[namespace]
      const connected = getConnected(states, namespace)
      const restoring = state?._tag === "Restoring" ? remembered[namespace] : undefined
      if (state !== undefined)
        connections[namespace] = {
          status: getHostStatus(state),
          account: connected ? toAccount(connected.account) : (restoring?.account ?? null),
          wallet: connected ? connected.wallet : (restoring?.wallet ?? null),
          ...(connected && { accounts: accountPart.now()?.toSharedAccounts(namespace, connected) ?? [] }),
        }
    }
    return {
      status: overallStatus(states),
      connections,
      account: inUse ? toAccount(inUse.caipAddress) : (connections[chainNamespace]?.account ?? null),
      wallet: connections[chainNamespace]?.wallet ?? null,
    }
  }
  const followWho = <A>(
    ref: SubscriptionRef.SubscriptionRef<A>,
    more: (value: A) => Partial<WModalState> = () => ({}),
  ) =>
    SubscriptionRef.runForEach(ref, (value) => {
      const tell = () => publish({ ...more(value), ...who() })
      // Loaded while a wallet connects, so that the page has the account before the modal closes.
      if (overallStatus(SubscriptionRef.getUnsafe(engine.connection.state)) !== "disconnected")
        accountPart.get().catch(() => {})
      // The part is there unless it just failed to load; then the account is published with the next change.
      return listConnected(SubscriptionRef.getUnsafe(engine.connection.state)).length === 0 ||
        accountPart.now() !== null
        ? Effect.sync(tell)
        : Effect.promise(() => accountPart.get().then(tell, tell))
    })
  return [
    // They are read from the modal: see `WModal.networks`.
    follow(engine.networks.all, () => ({})),
    follow(engine.router.state, ({ open }) => ({ open })),
    followWho(engine.connection.state),
    followWho(engine.account.state),
    follow(engine.signedIn, (signedIn) => ({ signedIn })),
    follow(engine.siwx.state, (state) => ({ signature: toWModalSession(state) })),
    followWho(engine.networks.shown, (network) => ({ network })),
    SubscriptionRef.runForEach(engine.alerts.current, (problem) =>
      Effect.promise(async () => publish({ error: problem && (await loadPageError(problem, words)) })),
    ),
    Feed.runForEach(engine.events, (event) => Effect.sync(() => publish({ event }))),
    engine.announce,
  ]
}
