import { SubscriptionRef } from "@wmodal/protocol"
import { Effect, Option, Stream } from "effect"

/** Waits until a value meets the condition; returns at once if it already does. */
export const reach = <A>(ref: SubscriptionRef.SubscriptionRef<A>, meets: (value: A) => boolean) =>
  SubscriptionRef.changes(ref).pipe(Stream.filter(meets), Stream.runHead, Effect.map(Option.getOrThrow))
