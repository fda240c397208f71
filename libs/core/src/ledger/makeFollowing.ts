import { Clock, Effect, type Scope } from "effect"
import type { Problem } from "../problems/Problem.ts"
import { type EntryState, isSettled } from "./Ledger.ts"
import {
  batchOf,
  followedLimit,
  hashOf,
  isFindable,
  isShownByChain,
  type Noted,
  takenBy,
} from "./ledgerModel.ts"
import type { Book } from "./makeBook.ts"
import { type Look, soughtOf } from "./makeLook.ts"
import { batchStep, forgottenStep, lengthened, type Streak, standingStep } from "./standingStep.ts"

/** Milliseconds between two looks: at first, since whoever has just paid is watching, */
const eager = 1_000
/** then, */
export const pace = 4_000
/** and for what no node has had in a long while. */
const slowest = 60_000
/** Blocks that settle it for good. */
const finality = 6
/** What a chain has shown is looked at again, since it may be taken back: how often, and milliseconds between. */
const again = { looks: 10, pace: 12_000 } as const

export interface Following {
  /** Sees to it that everything unsettled is looked for, and nothing else. */
  readonly tend: Effect.Effect<void>
  readonly lookAt: (entry: Noted) => Effect.Effect<void, Problem>
}

interface Seen {
  readonly streak: Streak
  /** It is as deep in the chain as anything needs to be. */
  readonly isFinal: boolean
}

export const makeFollowing = (book: Book, look: Look): Effect.Effect<Following, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const followed = new Set<string>()

    /** What was found, unless the entry has changed while it was looked for, or it is another one's. */
    const apply = (before: Noted, found: string | null, step: (entry: Noted) => Noted) =>
      book.change((all) =>
        all.map((entry) =>
          entry !== before ||
          (found !== hashOf(entry.state)?.toLowerCase() &&
            takenBy(all, entry).some((hash) => hash.toLowerCase() === found))
            ? entry
            : step(entry),
        ),
      )

    const lookAtChain = (entry: Noted, streak: Streak | null): Effect.Effect<Seen, Problem> =>
      Effect.gen(function* () {
        const standing = yield* look.at(entry.network, soughtOf(entry, book.read()))
        const now = yield* Clock.currentTimeMillis
        const next = lengthened(streak, standing, now)
        // What the wallet still shows can be approved, and then it takes another place, or is given more time.
        if (!(/^(Replaced|Cancelled|Expired)$/.test(standing._tag) && book.asking.has(entry.id)))
          yield* apply(entry, "hash" in standing ? standing.hash.toLowerCase() : null, (one) =>
            standingStep(one, standing, next, now),
          )
        return { streak: next, isFinal: standing._tag === "Mined" && standing.confirmations >= finality }
      })

    const lookAtWallet = (entry: Noted, batch: string, streak: Streak | null): Effect.Effect<Seen, Problem> =>
      Effect.gen(function* () {
        const status = yield* look.batch(entry, batch)
        const now = yield* Clock.currentTimeMillis
        const next = lengthened(streak, { _tag: status === null ? "Missing" : "Pending" }, now)
        yield* apply(entry, status?.hashes.at(-1)?.toLowerCase() ?? null, (one) =>
          status === null ? forgottenStep(one, next, now) : batchStep(one, status, batch),
        )
        return { streak: next, isFinal: false }
      })

    const lookAndApply = (entry: Noted, streak: Streak | null): Effect.Effect<Seen, Problem> =>
      Effect.gen(function* () {
        const batch = batchOf(entry)
        if (batch !== null && hashOf(entry.state) === null) return yield* lookAtWallet(entry, batch, streak)
        const seen = yield* lookAtChain(entry, streak)
        const after = book.of(entry.id)
        // Another transaction may carry it by now.
        if (batch !== null && after !== null && seen.streak.tag === "Missing")
          yield* Effect.orElseSucceed(lookAtWallet(after, batch, null), () => null)
        return seen
      })

    /** A wallet that has the question is waited for first. */
    const isOpen = (entry: Noted) =>
      !isSettled(entry.state) && isFindable(entry) && book.asking.get(entry.id) !== "early"

    /** The newest first: who has asked for something just now wants to see it. */
    const open = () => book.read().filter(isOpen).slice(0, followedLimit)

    const follow = (id: string) =>
      Effect.gen(function* () {
        let streak: Streak | null = null
        let state: EntryState | null = null
        let settledLooks = 0
        const began = yield* Clock.currentTimeMillis
        for (;;) {
          const entry = book.of(id)
          if (entry === null) return
          // What was found while it stood elsewhere says nothing about where it stands now.
          if (entry.state !== state) streak = null
          state = entry.state
          const seen: Seen | null = yield* Effect.orElseSucceed(lookAndApply(entry, streak), () => null)
          if (seen !== null) streak = seen.streak
          const after = book.of(id)
          if (after === null || !(open().includes(after) || isShownByChain(after.state))) return
          settledLooks = isShownByChain(after.state) ? settledLooks + 1 : 0
          if (settledLooks > again.looks || (settledLooks > 0 && seen?.isFinal)) return
          const now = yield* Clock.currentTimeMillis
          const missingFor = streak?.tag === "Missing" ? now - streak.since : 0
          yield* Effect.sleep(
            settledLooks > 0
              ? again.pace
              : Math.min(slowest, Math.max(eager, Math.min(pace, (now - began) / 4), missingFor / 8)),
          )
        }
      })

    const start = ({ id }: Noted) => {
      followed.add(id)
      const ended = Effect.suspend(() => {
        followed.delete(id)
        return tend
      })
      return Effect.forkIn(Effect.ensuring(follow(id), ended), scope)
    }

    const tend: Effect.Effect<void> = Effect.suspend(() =>
      Effect.forEach(
        open().filter(({ id }) => !followed.has(id)),
        start,
        { discard: true },
      ),
    )

    return { tend, lookAt: (entry) => Effect.asVoid(lookAndApply(entry, null)) }
  })
