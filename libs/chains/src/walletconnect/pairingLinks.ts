import { Clock } from "@wmodal/protocol"
import { Deferred, Effect } from "effect"
import type { ConnectorReason } from "../contract/ConnectorError.ts"
import { toWalletRejection } from "../remote/WalletRejection.ts"
import { errorCodes, toConnectorReason } from "../wallet/walletErrors.ts"
import type { OptionalNamespaces } from "./optionalNamespaces.ts"
import type { PairingAttempt } from "./PairingAttempt.ts"
import type { PairingProposal, RelayClient } from "./RelayClient.ts"
import type { PairingLink, WalletConnectDeps } from "./WalletConnect.ts"

/** The lifetime of a link in milliseconds. */
const linkTtlMs = 240_000

/**
 * Milliseconds before the expiry at which the next link replaces it; both are valid until then. After a sleep of the
 * device, counted from its wake-up, because responses of the phone arrive only then.
 */
const linkOverlapMs = 30_000

/** The maximum number of links, about 17 minutes. */
const maxLinks = 5

/** Milliseconds within which a sleep of the device is detected. */
const maxSleepMs = 5_000

/** Sleeps until a time of the clock: timers pause while a device sleeps, but links still expire. */
const sleepUntil = (time: number): Effect.Effect<void> =>
  Effect.gen(function* () {
    for (;;) {
      const left = time - (yield* Clock.currentTimeMillis)
      if (left <= 0) return
      yield* Clock.sleep(Math.min(left, maxSleepMs))
    }
  })

interface ActiveLink {
  readonly proposal: PairingProposal
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/**
 * Shows a link, and newer ones in time, while a caller waits, until a wallet settles on any of them. The others are
 * then discarded: one attempt makes one session.
 */
export const pairingLinks = ({
  asked,
  attempt,
  client,
  show,
  signIn,
}: {
  readonly client: RelayClient
  readonly asked: OptionalNamespaces
  readonly attempt: PairingAttempt
  readonly signIn: WalletConnectDeps["signIn"]
  /** `null`: the shown link has expired and the next one does not exist yet. */
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
          // The caller continues at once and discards all other links.
          taken = proposal
          Deferred.doneUnsafe(settled, Effect.succeed(session))
        },
        (thrown) => {
          const reason = toProposalReason(thrown)
          if (reason !== null && open.has(proposal)) Deferred.doneUnsafe(settled, Effect.fail(reason))
        },
      )
    }

    // Each link has a message of its own.
    const propose = async () => client.propose(asked, (await signIn?.()) ?? null)

    const proposing = Effect.callback<PairingProposal, ConnectorReason>((resume, signal) => {
      propose().then(
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
        const proposal: PairingProposal = yield* Effect.raceFirst(proposing, late)
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
        // A link that was prepared without a caller is renewed once one waits.
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

const proposeMethod = "wc_sessionPropose"

/**
 * Returns the wallet's reason for a rejection; `null` without one: the proposal was only discarded. Source: CAIP-25,
 * WalletConnect error codes.
 */
const toProposalReason = (thrown: unknown): ConnectorReason | null => {
  const refusal = toWalletRejection(thrown, proposeMethod)
  const [said] = errorCodes(thrown)
  if (said === undefined || said === 0) return null
  return toConnectorReason(refusal, proposeMethod)
}
