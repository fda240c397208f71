import { Clock } from "@wmodal/protocol"
import { Deferred, Effect, type Scope } from "effect"
import type { ConnectorReason } from "../contract/ConnectorError.ts"
import type { ApprovedSession } from "../remote/RemoteWallet.ts"
import type { OptionalNamespaces } from "./optionalNamespaces.ts"
import { beginPairingAttempt, type PairingAttempt, waitForAttempt } from "./PairingAttempt.ts"
import { pairingLinks } from "./pairingLinks.ts"
import type { RelayClient } from "./RelayClient.ts"
import { parseRelayRejection } from "./relayRejection.ts"
import type { PairingLink, WalletConnectDeps } from "./WalletConnect.ts"
import type { WalletConnectSession } from "./WalletConnectSession.ts"

/** A link with less time left is replaced: scanning it would take longer. */
const minLinkRemainingMs = 10_000

/** The time for a relay to accept the first proposal before it counts as unreachable. */
const relayTimeoutMs = 15_000

/** The host app's attempts to get a session: one at a time, shared by all callers. */
export interface PairingAttempts {
  /**
   * Joins the pending attempt or starts one. Settles at once when interrupted; a later settlement without another
   * caller goes to `late`, raw.
   */
  readonly connect: (late: (settled: unknown) => void) => Effect.Effect<ApprovedSession, ConnectorReason>
  /** Completes when there is a link. The next `connect` uses it. */
  readonly prepare: Effect.Effect<void, ConnectorReason>
}

export const makePairingAttempts = (deps: {
  readonly client: RelayClient
  readonly asked: OptionalNamespaces
  readonly session: WalletConnectSession
  /** Ends all attempts when it closes. */
  readonly scope: Scope.Scope
  readonly linked: (link: PairingLink | null) => void
  readonly signIn: WalletConnectDeps["signIn"]
}): PairingAttempts => {
  const { asked, client, linked, scope, session, signIn } = deps
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

  /** Adopts a settled session if a caller waits for it. */
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
      signIn,
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
    Deferred.await(attempt.linked).pipe(
      Clock.timeoutOrElse({
        duration: relayTimeoutMs,
        orElse: () => Effect.fail<ConnectorReason>({ _tag: "Offline" }),
      }),
    )

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
