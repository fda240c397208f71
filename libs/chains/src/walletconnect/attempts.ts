import { Clock, Deferred, Effect, type Scope } from "effect"
import type { ConnectorReason } from "../contract/ConnectorError.ts"
import type { ApprovedSession } from "../remote/Wire.ts"
import { type Attempt, beginAttempt, whenJoined } from "./attempt.ts"
import { linksOf } from "./linksOf.ts"
import type { ProposedNamespaces } from "./proposedNamespaces.ts"
import type { RelayClient } from "./RelayClient.ts"
import { refusalIn } from "./relayRefusal.ts"
import type { SessionOver } from "./sessionOver.ts"
import type { PairingLink } from "./WalletConnect.ts"

/** A link with so little time left is as good as none: nobody gets a phone out in that time. */
const expiredAt = 10_000

/** How long a relay may take to have the first proposal before it is called unreachable. */
const patience = "15 seconds"

/** How a page gets a session: one attempt at a time, for whoever waits for it. */
export interface Attempts {
  /**
   * Joins the attempt under way, or begins one. Interrupted, it settles at once; what a wallet settles all the same,
   * while nobody else waits, goes to `late` as it came.
   */
  readonly connect: (late: (settled: unknown) => void) => Effect.Effect<ApprovedSession, ConnectorReason>
  /** Done when there is a link. The next `connect` takes it over. */
  readonly prepare: Effect.Effect<void, ConnectorReason>
}

export const attemptsOver = (around: {
  readonly client: RelayClient
  readonly asked: ProposedNamespaces
  readonly session: SessionOver
  /** The attempts live as long as this is open. */
  readonly scope: Scope.Scope
  readonly linked: (link: PairingLink | null) => void
}): Attempts => {
  const { asked, client, linked, scope, session } = around
  let current: Attempt | null = null

  const fail = (reason: ConnectorReason) => {
    if (current !== null) Deferred.doneUnsafe(current.settled, Effect.fail(reason))
  }
  client.listen((event) => {
    if (event._tag === "Unreadable") fail({ _tag: "Malformed", what: "session" })
    if (event._tag !== "HungUp") return
    const refusal = refusalIn(event.text)
    fail(refusal === null ? { _tag: "Offline" } : { _tag: "Refused", refusal })
  })

  /** What a wallet has settled is applied where somebody waits for it. */
  const applied = (attempt: Attempt, settled: unknown): Effect.Effect<ApprovedSession, ConnectorReason> =>
    Effect.suspend(() => {
      const tell = attempt.late ?? session.refuse
      const approved = attempt.waiting > 0 ? session.takeUp(settled) : tell(settled)
      return approved
        ? Effect.succeed(approved)
        : Effect.fail<ConnectorReason>({ _tag: "Malformed", what: "session" })
    })

  const run = (attempt: Attempt) =>
    linksOf({
      client,
      asked,
      attempt,
      show: (link) => {
        attempt.link = link
        if (current === attempt) linked(link)
        Deferred.doneUnsafe(attempt.linked, Effect.void)
      },
    }).pipe(
      Effect.flatMap((settled) => applied(attempt, settled)),
      Effect.onExit((exit) =>
        Effect.sync(() => {
          if (current === attempt) {
            current = null
            linked(null)
          }
          Deferred.doneUnsafe(attempt.linked, Effect.asVoid(exit))
          Deferred.doneUnsafe(attempt.outcome, exit)
        }),
      ),
      Effect.exit,
    )

  const join = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    if (current !== null && (current.link === null || current.link.expiresAt - now > expiredAt))
      return current
    const attempt = beginAttempt()
    current = attempt
    yield* Effect.forkIn(run(attempt), scope)
    return attempt
  })

  const hasLink = (attempt: Attempt) =>
    Effect.timeoutOrElse(Deferred.await(attempt.linked), {
      duration: patience,
      orElse: () => Effect.fail<ConnectorReason>({ _tag: "Offline" }),
    })

  return {
    connect: (late) =>
      Effect.flatMap(join, (attempt) =>
        whenJoined(
          attempt,
          late,
          Effect.raceFirst(
            Deferred.await(attempt.outcome),
            Effect.flatMap(hasLink(attempt), () => Effect.never),
          ),
        ),
      ),
    prepare: Effect.flatMap(join, hasLink),
  }
}
