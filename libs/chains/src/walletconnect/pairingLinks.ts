import { Clock, Deferred, Effect } from "effect"
import type { ConnectorReason } from "../contract/ConnectorError.ts"
import { toWalletRejection } from "../remote/WalletRejection.ts"
import { errorCodes, toConnectorReason } from "../wallet/walletErrors.ts"
import type { OptionalNamespaces } from "./optionalNamespaces.ts"
import type { PairingAttempt } from "./PairingAttempt.ts"
import type { PairingProposal, RelayClient } from "./RelayClient.ts"
import type { PairingLink } from "./WalletConnect.ts"

/** Milliseconds that a link is answered. */
const linkTtlMs = 240_000

/**
 * Milliseconds before its end at which the next one takes its place; both are answered until then. Where the machine has
 * slept over that, from when it wakes up: what a phone said meanwhile is heard only now.
 */
const linkOverlapMs = 30_000

/** So many links, and nobody is looking any more: about 17 minutes. */
const maxLinks = 5

/** Milliseconds after which a machine that has slept finds out, at the latest. */
const maxSleepMs = 5_000

/** Until the clock says so: a machine that sleeps does not count that time for its timers, but its links grow old. */
const sleepUntil = (time: number): Effect.Effect<void> =>
  Effect.gen(function* () {
    for (;;) {
      const left = time - (yield* Clock.currentTimeMillis)
      if (left <= 0) return
      yield* Effect.sleep(Math.min(left, maxSleepMs))
    }
  })

interface ActiveLink {
  readonly proposal: PairingProposal
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/**
 * Shows a link, and a newer one in time, as long as somebody waits, until a wallet settles on any of them. The others are
 * dropped then: one attempt makes one session.
 */
export const pairingLinks = ({
  asked,
  attempt,
  client,
  show,
}: {
  readonly client: RelayClient
  readonly asked: OptionalNamespaces
  readonly attempt: PairingAttempt
  /** `null`: the one that was shown is over, and the next not yet there. */
  readonly show: (link: PairingLink | null) => void
}): Effect.Effect<unknown, ConnectorReason> =>
  Effect.suspend(() => {
    const { settled } = attempt
    const open = new Set<PairingProposal>()
    let taken: PairingProposal | null = null

    const drop = (proposal: PairingProposal) => {
      if (open.delete(proposal) && proposal !== taken) proposal.discard()
    }

    const follow = (proposal: PairingProposal) => {
      open.add(proposal)
      proposal.approval.then(
        (session) => {
          if (taken !== null || !open.has(proposal)) return
          // Whoever waits goes on at once, and drops all others.
          taken = proposal
          Deferred.doneUnsafe(settled, Effect.succeed(session))
        },
        (thrown) => {
          const reason = toProposalReason(thrown)
          if (reason !== null && open.has(proposal)) Deferred.doneUnsafe(settled, Effect.fail(reason))
        },
      )
    }

    const propose = Effect.callback<PairingProposal, ConnectorReason>((resume, signal) => {
      client.propose(asked).then(
        (proposal) => {
          if (signal.aborted) return proposal.discard()
          follow(proposal)
          resume(Effect.succeed(proposal))
        },
        () => resume(Effect.fail({ _tag: "Offline" })),
      )
    })

    const renewed = Effect.gen(function* () {
      let before: ActiveLink | null = null
      for (let made = 1; ; made += 1) {
        const begun: number = yield* Clock.currentTimeMillis
        if (before !== null && before.expiresAt <= begun) show(null)
        const late = Effect.flatMap(sleepUntil(begun + linkOverlapMs), () =>
          Effect.fail<ConnectorReason>({ _tag: "Offline" }),
        )
        const proposal: PairingProposal = yield* Effect.raceFirst(propose, late)
        const expiresAt: number = (yield* Clock.currentTimeMillis) + linkTtlMs
        show({ uri: proposal.uri, expiresAt })
        if (before !== null) {
          yield* sleepUntil(begun + linkOverlapMs)
          drop(before.proposal)
        }
        yield* sleepUntil(expiresAt - linkOverlapMs)
        const end = Effect.flatMap(sleepUntil(expiresAt), () =>
          Effect.fail<ConnectorReason>({ _tag: "Expired" }),
        )
        if (made === maxLinks) return yield* end
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
const toProposalReason = (thrown: unknown): ConnectorReason | null => {
  const refusal = toWalletRejection(thrown)
  const [said] = errorCodes(thrown)
  if (said === undefined || said === 0) return null
  return toConnectorReason(refusal, "wc_sessionPropose")
}
