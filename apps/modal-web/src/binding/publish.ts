import type { AccountState, Engine } from "@wmodal/core"
import { type Problem, present } from "@wmodal/core"
import { avatarColors, truncate } from "@wmodal/protocol"
import { Effect, Stream, SubscriptionRef } from "effect"
import type { Words } from "../messages/Words.tsx"
import type { WModalAccount, WModalError, WModalState } from "../page/WModal.ts"
import { connectedIn, statusOf } from "./connected.ts"

const accountOf = (state: AccountState): WModalAccount => ({
  caipAddress: state.caipAddress,
  address: state.address,
  network: state.network,
  label: state.profileName ?? truncate(state.address),
  colors: avatarColors(state.address),
  balance: state.balance._tag === "Loaded" ? state.balance : null,
})

/** A failure as the page gets it. */
export const errorOf = (problem: Problem, { say }: Words): WModalError => {
  const { code, title, body } = present(problem)
  return { tag: code, text: `${say(title)}. ${say(body)}` }
}

/** Tells the page whatever changes in the engine, as long as it runs. */
export const publishChanges = (
  engine: Engine,
  words: Words,
  publish: (change: Partial<WModalState>) => void,
): Effect.Effect<void> => {
  const follow = <A>(ref: SubscriptionRef.SubscriptionRef<A>, change: (value: A) => Partial<WModalState>) =>
    Stream.runForEach(SubscriptionRef.changes(ref), (value) => Effect.sync(() => publish(change(value))))
  return Effect.all(
    [
      follow(engine.router.state, ({ open }) => ({ open })),
      follow(engine.connection.state, (states) => ({
        status: statusOf(states),
        wallet: connectedIn(states)?.wallet ?? null,
      })),
      follow(engine.account.state, (account) => ({ account: account && accountOf(account) })),
      follow(engine.networks.shown, (network) => ({ network })),
      follow(engine.alerts.current, (problem) => ({ error: problem && errorOf(problem, words) })),
      Stream.runForEach(engine.events, (event) => Effect.sync(() => publish({ event }))),
    ],
    { concurrency: "unbounded", discard: true },
  )
}
