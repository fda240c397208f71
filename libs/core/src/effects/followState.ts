import { SubscriptionRef } from "@wmodal/protocol"
import { Effect, type Scope, Stream } from "effect"

/** Runs `tell` with the current value and with each later one, until the scope ends. */
export const followState = <A>(
  state: SubscriptionRef.SubscriptionRef<A>,
  tell: (value: A) => Effect.Effect<unknown>,
): Effect.Effect<void, never, Scope.Scope> =>
  Effect.gen(function* () {
    const changes = Stream.runForEach(SubscriptionRef.changes(state), tell)
    yield* Effect.forkIn(changes, yield* Effect.scope, { startImmediately: true })
  })

/** Runs an effect with the current state, if that has the tag by then. */
export const ifState = <State extends { readonly _tag: string }, Tag extends State["_tag"]>(
  state: SubscriptionRef.SubscriptionRef<State>,
  tag: Tag,
  next: (current: Extract<State, { readonly _tag: Tag }>) => Effect.Effect<void>,
): Effect.Effect<void> =>
  Effect.suspend(() => {
    const current = SubscriptionRef.getUnsafe(state)
    return hasTag(current, tag) ? next(current) : Effect.void
  })

const hasTag = <State extends { readonly _tag: string }, Tag extends State["_tag"]>(
  state: State,
  tag: Tag,
): state is Extract<State, { readonly _tag: Tag }> => state._tag === tag
