import { Deferred, Effect } from "effect"
import type { ConnectorReason } from "../contract/ConnectorError.ts"
import type { ApprovedSession } from "../remote/RemoteWallet.ts"
import type { PairingLink } from "./WalletConnect.ts"

/** One attempt to get a session, shared by its callers, from the first link until a wallet responds or it expires. */
export interface PairingAttempt {
  /** The raw settlement of a wallet, or the reason of the failure. */
  readonly settled: Deferred.Deferred<unknown, ConnectorReason>
  readonly outcome: Deferred.Deferred<ApprovedSession, ConnectorReason>
  /** Completes with the first link. */
  readonly linked: Deferred.Deferred<void, ConnectorReason>
  /** The newest link. */
  link: PairingLink | null
  /** The number of callers that wait for the outcome. */
  waiting: number
  /** Completes when a caller waits. */
  joined: Deferred.Deferred<void>
  /** Receives a settlement that arrives while no caller waits. Set by the last caller that was interrupted. */
  onLateApproval: ((settled: unknown) => void) | null
}

export const beginPairingAttempt = (): PairingAttempt => ({
  settled: Deferred.makeUnsafe(),
  outcome: Deferred.makeUnsafe(),
  linked: Deferred.makeUnsafe(),
  link: null,
  waiting: 0,
  joined: Deferred.makeUnsafe(),
  onLateApproval: null,
})

/** Counts `wait` as a waiting caller while it runs. */
export const waitForAttempt = <A, E>(
  attempt: PairingAttempt,
  late: (settled: unknown) => void,
  wait: Effect.Effect<A, E>,
): Effect.Effect<A, E> =>
  Effect.suspend(() => {
    attempt.waiting += 1
    Deferred.doneUnsafe(attempt.joined, Effect.void)
    return wait
  }).pipe(
    Effect.onInterrupt(() =>
      Effect.sync(() => {
        attempt.onLateApproval = late
      }),
    ),
    Effect.ensuring(
      Effect.sync(() => {
        attempt.waiting -= 1
        if (attempt.waiting === 0) attempt.joined = Deferred.makeUnsafe()
      }),
    ),
  )
