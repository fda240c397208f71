import { Deferred, Effect } from "effect"
import type { ConnectorReason } from "../contract/ConnectorError.ts"
import type { ApprovedSession } from "../remote/RemoteWallet.ts"
import type { PairingLink } from "./WalletConnect.ts"

/** One wish for a session, whoever has it, from the first link on until a wallet has answered or nobody has in time. */
export interface PairingAttempt {
  /** What a wallet has settled, as it came, or why none will. */
  readonly settled: Deferred.Deferred<unknown, ConnectorReason>
  readonly outcome: Deferred.Deferred<ApprovedSession, ConnectorReason>
  /** Done with the first link. */
  readonly linked: Deferred.Deferred<void, ConnectorReason>
  /** The newest. */
  link: PairingLink | null
  /** How many wait for its outcome. */
  waiting: number
  /** Done when somebody waits. */
  joined: Deferred.Deferred<void>
  /** Told of what a wallet has settled while nobody waits: by the one who has given up last. */
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

/** `wait` counts as one who waits, as long as it runs. */
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
