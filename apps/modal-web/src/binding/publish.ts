import type { AccountState, Engine, Problem } from "@wmodal/core"
import { type CaipAddress, getAvatarColors, type Namespace, namespaces, truncate } from "@wmodal/protocol"
import { Effect, Stream, SubscriptionRef } from "effect"
import type { Words } from "../messages/Words.tsx"
import type { WModalAccount, WModalConnection, WModalError, WModalState } from "../page/WModal.ts"
import { accountParts } from "./accountParts.ts"
import { connectedOn, overall, statusOf } from "./connected.ts"

/** What is read of an account is known of the one in use alone. */
const accountOf = (caipAddress: CaipAddress, inUse: AccountState | null): WModalAccount => {
  const { network, address } = accountParts(caipAddress)
  const known = inUse?.caipAddress === caipAddress ? inUse : null
  return {
    caipAddress,
    address,
    network,
    label: known?.profileName ?? truncate(address),
    colors: getAvatarColors(address),
    balance: known?.balance._tag === "Loaded" ? known.balance : null,
  }
}

/** A failure as the page gets it. Its words come when there is one; where they do not come, its name stands for them. */
export const errorOf = async (problem: Problem, words: Words): Promise<WModalError> => {
  try {
    return (await import("./pageError.ts")).pageError(problem, words)
  } catch {
    return { tag: problem._tag, text: problem.reason._tag }
  }
}

/** Tells the page whatever changes in the engine, as long as it runs. */
export const publishChanges = (
  engine: Engine,
  words: Words,
  publish: (change: Partial<WModalState>) => void,
  remembered: WModalState["connections"],
): Effect.Effect<void> => {
  const follow = <A>(ref: SubscriptionRef.SubscriptionRef<A>, change: (value: A) => Partial<WModalState>) =>
    Stream.runForEach(SubscriptionRef.changes(ref), (value) => Effect.sync(() => publish(change(value))))
  const who = (): Partial<WModalState> => {
    const states = SubscriptionRef.getUnsafe(engine.connection.state)
    const inUse = SubscriptionRef.getUnsafe(engine.account.state)
    const { chainNamespace } = SubscriptionRef.getUnsafe(engine.networks.shown).network
    const connections: Partial<Record<Namespace, WModalConnection>> = {}
    for (const namespace of namespaces) {
      const state = states[namespace]
      const connected = connectedOn(states, namespace)
      const restoring = state?._tag === "Restoring" ? remembered[namespace] : undefined
      if (state !== undefined)
        connections[namespace] = {
          status: statusOf(state),
          account: connected ? accountOf(connected.account, inUse) : (restoring?.account ?? null),
          wallet: connected ? connected.wallet : (restoring?.wallet ?? null),
        }
    }
    return {
      status: overall(states),
      connections,
      account: inUse ? accountOf(inUse.caipAddress, inUse) : (connections[chainNamespace]?.account ?? null),
      wallet: connections[chainNamespace]?.wallet ?? null,
    }
  }
  return Effect.all(
    [
      follow(engine.router.state, ({ open }) => ({ open })),
      follow(engine.connection.state, who),
      follow(engine.account.state, who),
      follow(engine.signedIn, (signedIn) => ({ signedIn })),
      follow(engine.networks.shown, (network) => ({ network, ...who() })),
      Stream.runForEach(SubscriptionRef.changes(engine.alerts.current), (problem) =>
        Effect.promise(async () => publish({ error: problem && (await errorOf(problem, words)) })),
      ),
      Stream.runForEach(engine.events, (event) => Effect.sync(() => publish({ event }))),
    ],
    { concurrency: "unbounded", discard: true },
  )
}
