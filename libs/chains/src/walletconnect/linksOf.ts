import { Clock, Deferred, Effect } from "effect"
import type { ConnectorReason } from "../contract/ConnectorError.ts"
import { walletRefusal } from "../remote/WalletRefusal.ts"
import { codesOf, reasonOf } from "../wallet/thrown.ts"
import type { Attempt } from "./attempt.ts"
import type { ProposedNamespaces } from "./proposedNamespaces.ts"
import type { Proposal, RelayClient } from "./RelayClient.ts"
import type { PairingLink } from "./WalletConnect.ts"

/** Milliseconds that a link is answered. */
const life = 240_000

/**
 * Milliseconds before its end at which the next one takes its place; both are answered until then. Where the machine has
 * slept over that, from when it wakes up: what a phone said meanwhile is heard only now.
 */
const overlap = 30_000

/** So many links, and nobody is looking any more: about 17 minutes. */
const mostLinks = 5

/** Milliseconds after which a machine that has slept finds out, at the latest. */
const longestNap = 5_000

/** Until the clock says so: a machine that sleeps does not count that time for its timers, but its links grow old. */
const sleepUntil = (time: number): Effect.Effect<void> =>
  Effect.gen(function* () {
    for (;;) {
      const left = time - (yield* Clock.currentTimeMillis)
      if (left <= 0) return
      yield* Effect.sleep(Math.min(left, longestNap))
    }
  })

interface Shown {
  readonly proposal: Proposal
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/**
 * Shows a link, and a newer one in time, as long as somebody waits, until a wallet settles on any of them. The others are
 * dropped then: one attempt makes one session.
 */
export const linksOf = ({
  asked,
  attempt,
  client,
  show,
}: {
  readonly client: RelayClient
  readonly asked: ProposedNamespaces
  readonly attempt: Attempt
  /** `null`: the one that was shown is over, and the next not yet there. */
  readonly show: (link: PairingLink | null) => void
}): Effect.Effect<unknown, ConnectorReason> =>
  Effect.suspend(() => {
    const { settled } = attempt
    const open = new Set<Proposal>()
    let taken: Proposal | null = null

    const drop = (proposal: Proposal) => {
      if (open.delete(proposal) && proposal !== taken) proposal.drop()
    }

    const follow = (proposal: Proposal) => {
      open.add(proposal)
      proposal.settled.then(
        (session) => {
          if (taken !== null || !open.has(proposal)) return
          // Whoever waits goes on at once, and drops all others.
          taken = proposal
          Deferred.doneUnsafe(settled, Effect.succeed(session))
        },
        (thrown) => {
          const reason = reasonOfRefusal(thrown)
          if (reason !== null && open.has(proposal)) Deferred.doneUnsafe(settled, Effect.fail(reason))
        },
      )
    }

    const propose = Effect.callback<Proposal, ConnectorReason>((resume, signal) => {
      client.propose(asked).then(
        (proposal) => {
          if (signal.aborted) return proposal.drop()
          follow(proposal)
          resume(Effect.succeed(proposal))
        },
        () => resume(Effect.fail({ _tag: "Offline" })),
      )
    })

    const renewed = Effect.gen(function* () {
      let before: Shown | null = null
      for (let made = 1; ; made += 1) {
        const begun: number = yield* Clock.currentTimeMillis
        if (before !== null && before.expiresAt <= begun) show(null)
        const late = Effect.flatMap(sleepUntil(begun + overlap), () =>
          Effect.fail<ConnectorReason>({ _tag: "Offline" }),
        )
        const proposal: Proposal = yield* Effect.raceFirst(propose, late)
        const expiresAt: number = (yield* Clock.currentTimeMillis) + life
        show({ uri: proposal.uri, expiresAt })
        if (before !== null) {
          yield* sleepUntil(begun + overlap)
          drop(before.proposal)
        }
        yield* sleepUntil(expiresAt - overlap)
        const end = Effect.flatMap(sleepUntil(expiresAt), () =>
          Effect.fail<ConnectorReason>({ _tag: "Expired" }),
        )
        if (made === mostLinks) return yield* end
        // A link that was made for nobody yet is renewed once somebody waits.
        yield* Effect.raceFirst(Deferred.await(attempt.joined), end)
        before = { proposal, expiresAt }
      }
    })

    return Effect.raceFirst(Deferred.await(settled), renewed).pipe(
      Effect.ensuring(
        Effect.sync(() => {
          for (const proposal of open) drop(proposal)
        }),
      ),
    )
  })

/** Why a wallet has not approved; `null` where it has not said: then the proposal was merely given up. Source: CAIP-25, WalletConnect error codes. */
const reasonOfRefusal = (thrown: unknown): ConnectorReason | null => {
  const refusal = walletRefusal(thrown)
  const [said] = codesOf(thrown)
  if (said === undefined || said === 0) return null
  return reasonOf(refusal, "wc_sessionPropose")
}
