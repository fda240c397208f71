import type { Effect } from "effect"
import type { changesOf } from "./until.ts"

/** A value that a host follows: read anew after each change. */
export interface Source<A> {
  readonly sources: readonly ReturnType<typeof changesOf>[]
  readonly read: () => A
  /** Runs while the value is followed. */
  readonly during?: Effect.Effect<never>
}
