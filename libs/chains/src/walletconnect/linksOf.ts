import { Clock, Deferred, Effect } from "effect"
import type { ConnectorReason } from "../contract/ConnectorError.ts"
import { codesOf, reasonOf } from "../wallet/thrown.ts"
import type { Attempt } from "./attempt.ts"
import type { Proposal, RelayClient } from "./client/RelayClient.ts"
import type { ProposedNamespaces } from "./proposedNamespaces.ts"
import type { PairingLink } from "./WalletConnect.ts"
import { walletRefusal } from "./wallets/WalletRefusal.ts"

/** Milliseconds that a link is answered. */
const life = 240_000

/** Milliseconds before its end at which the next one takes its place; both are answered until then. */
const overlap = 30_000

/** So many links, and nobody is looking any more: about 17 minutes. */
const mostLinks = 5

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
  readonly show: (link: PairingLink) => void
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
      let before: Proposal | null = null
      for (let made = 1; ; made += 1) {
        const proposal: Proposal = yield* propose
        show({ uri: proposal.uri, expiresAt: (yield* Clock.currentTimeMillis) + life })
        if (before !== null) {
          yield* Effect.sleep(overlap)
          drop(before)
        }
        yield* Effect.sleep(before === null ? life - overlap : life - 2 * overlap)
        const end = Effect.flatMap(Effect.sleep(overlap), () =>
          Effect.fail<ConnectorReason>({ _tag: "Expired" }),
        )
        if (made === mostLinks) return yield* end
        // A link that was made for nobody yet is renewed once somebody waits.
        yield* Effect.raceFirst(Deferred.await(attempt.joined), end)
        before = proposal
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
