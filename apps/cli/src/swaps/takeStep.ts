import type { Flows, LedgerEntry, SwapReview } from "@wmodal/core/flows"
import { Clock, Effect } from "effect"
import type { Mishap } from "../failure/exitOf.ts"
import type { Agreed, Reviewed } from "../payments/Reviewed.ts"
import { submitted } from "../payments/submit.ts"
import type { Context } from "../session/Context.ts"
import { inTurn } from "../state/Turn.ts"
import type { Prepared } from "./prepareSwap.ts"
import { feesOf } from "./swapDocument.ts"
import { passedAll } from "./swapStops.ts"
import { worsened } from "./worsened.ts"

/** Milliseconds between a last look at the clock and the engine's own. */
const margin = 500

export type Taken =
  | { readonly _tag: "Left"; readonly prepared: Prepared; readonly entry: LedgerEntry }
  /** It was too old, and what came in its place is worse: nobody has said yes to it. */
  | { readonly _tag: "Worse"; readonly prepared: Prepared; readonly because: string }

/** What a yes to the next step, or to all of them at once, is a yes to. */
const agreedOf = (review: SwapReview): Agreed | null => {
  const { account, network, path, steps } = review
  const [{ fee, transaction }] = steps
  if (path._tag === "Batch")
    return { account, network, calls: steps.map(({ call }) => call), most: feesOf(review).most ?? 0n }
  return fee === null || transaction === null ? null : { account, network, fee, transaction }
}

/**
 * Asks the wallet for the next step of what somebody has said yes to. It may have become old while they thought, or
 * while another process had its turn: then a newer look takes its place, and their yes stands for what is not worse.
 * @param latest the newest look at it while they thought
 */
export const takeStep = (
  confirmed: Prepared,
  latest: Prepared,
  around: {
    readonly swap: Pick<Flows["swap"], "submit">
    readonly prepare: Effect.Effect<Prepared, Mishap>
    readonly reviewed: Reviewed
    readonly folder: Pick<Context["folder"], "path">
    readonly left: (entry: LedgerEntry) => void
    /** As `submitted` takes it. */
    readonly standing?: () => LedgerEntry | null
    readonly withdraw?: Effect.Effect<void> | null
  },
): Effect.Effect<Taken, Mishap> =>
  inTurn(
    around.folder,
    Effect.gen(function* (): Effect.fn.Return<Taken, Mishap> {
      const { left, prepare, reviewed, standing, swap, withdraw = null } = around
      const isOld = (yield* Clock.currentTimeMillis) > latest.review.until - margin
      const prepared = isOld ? yield* prepare : latest
      const { review } = prepared
      const because = prepared === confirmed ? null : worsened(confirmed.review, review)
      if (because !== null) return { _tag: "Worse", prepared, because }
      const agreed = agreedOf(review)
      if (agreed !== null) reviewed.say(agreed)
      const entry = yield* submitted(swap.submit(review, passedAll(review)), {
        taken: reviewed.taken,
        left,
        ...(standing !== undefined && { standing }),
        withdraw,
      })
      return { _tag: "Left", prepared, entry }
    }),
  )
