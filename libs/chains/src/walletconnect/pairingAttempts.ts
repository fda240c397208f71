import { Clock, Deferred, Effect, type Scope } from "effect"
import type { ConnectorReason } from "../contract/ConnectorError.ts"
import type { ApprovedSession } from "../remote/RemoteWallet.ts"
import type { OptionalNamespaces } from "./optionalNamespaces.ts"
import { beginPairingAttempt, type PairingAttempt, waitForAttempt } from "./PairingAttempt.ts"
import { pairingLinks } from "./pairingLinks.ts"
import type { RelayClient } from "./RelayClient.ts"
import { parseRelayRejection } from "./relayRejection.ts"
import type { PairingLink } from "./WalletConnect.ts"
import type { WalletConnectSession } from "./WalletConnectSession.ts"

/** A link with so little time left is as good as none: nobody gets a phone out in that time. */
const minLinkRemainingMs = 10_000

/** How long a relay may take to have the first proposal before it is called unreachable. */
const relayTimeout = "15 seconds"

/** How a page gets a session: one attempt at a time, for whoever waits for it. */
export interface PairingAttempts {
  /**
   * Joins the attempt under way, or begins one. Interrupted, it settles at once; what a wallet settles all the same,
   * while nobody else waits, goes to `late` as it came.
   */
  readonly connect: (late: (settled: unknown) => void) => Effect.Effect<ApprovedSession, ConnectorReason>
  /** Done when there is a link. The next `connect` takes it over. */
  readonly prepare: Effect.Effect<void, ConnectorReason>
}

export const makePairingAttempts = (deps: {
  readonly client: RelayClient
  readonly asked: OptionalNamespaces
  readonly session: WalletConnectSession
  /** The attempts live as long as this is open. */
  readonly scope: Scope.Scope
  readonly linked: (link: PairingLink | null) => void
}): PairingAttempts => {
  const { asked, client, linked, scope, session } = deps
  let current: PairingAttempt | null = null

  const fail = (reason: ConnectorReason) => {
    if (current !== null) Deferred.doneUnsafe(current.settled, Effect.fail(reason))
  }
  client.listen((event) => {
    if (event._tag === "InvalidSettlement") fail({ _tag: "Malformed", what: "session" })
    if (event._tag !== "RelayError") return
    const refusal = parseRelayRejection(event.text)
    fail(refusal === null ? { _tag: "Offline" } : { _tag: "Refused", refusal })
  })

  /** What a wallet has settled is applied where somebody waits for it. */
  const applied = (
    attempt: PairingAttempt,
    settled: unknown,
  ): Effect.Effect<ApprovedSession, ConnectorReason> =>
    Effect.suspend(() => {
      const tell = attempt.onLateApproval ?? session.reject
      const approved = attempt.waiting > 0 ? session.adopt(settled) : tell(settled)
      return approved
        ? Effect.succeed(approved)
        : Effect.fail<ConnectorReason>({ _tag: "Malformed", what: "session" })
    })

  const run = (attempt: PairingAttempt) =>
    pairingLinks({
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
    if (current !== null && (current.link === null || current.link.expiresAt - now > minLinkRemainingMs))
      return current
    const attempt = beginPairingAttempt()
    current = attempt
    yield* Effect.forkIn(run(attempt), scope)
    return attempt
  })

  const hasLink = (attempt: PairingAttempt) =>
    Effect.timeoutOrElse(Deferred.await(attempt.linked), {
      duration: relayTimeout,
      orElse: () => Effect.fail<ConnectorReason>({ _tag: "Offline" }),
    })

  return {
    connect: (late) =>
      Effect.flatMap(join, (attempt) =>
        waitForAttempt(
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
