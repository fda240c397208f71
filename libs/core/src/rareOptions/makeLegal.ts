import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import type { Legal } from "../options/Legal.ts"
import type { PersistedState } from "../storage/PersistedState.ts"

/** The links that the user has agreed to. */
const agreedRecord = { key: "@wmodal/agreed-links", schema: z.array(z.string()) }

export interface LegalDeps extends Pick<Legal, "termsUrl" | "privacyUrl" | "isRequired"> {
  readonly memory: PersistedState
}

/** Makes the site's terms, with what the user has agreed to in an earlier visit. */
export const makeLegal = ({ memory, ...given }: LegalDeps): Effect.Effect<Legal> => {
  const links = [given.termsUrl, given.privacyUrl].filter((link) => link !== null)
  const before = memory.read(agreedRecord) ?? []
  return Effect.map(
    SubscriptionRef.make(links.every((link) => before.includes(link))),
    (agreed): Legal => ({
      ...given,
      agreed,
      agree: (now) =>
        Effect.suspend(() => {
          memory.write(agreedRecord, now ? links : null)
          return SubscriptionRef.set(agreed, now)
        }),
      guard: ({ pick, pickEntry }, router) => {
        const ifAgreed = (picked: Effect.Effect<void>) =>
          Effect.suspend(() =>
            given.isRequired() && !SubscriptionRef.getUnsafe(agreed)
              ? router.open({ _tag: "Connect" })
              : picked,
          )
        return {
          pick: (...wanted) => ifAgreed(pick(...wanted)),
          pickEntry: (entry) => ifAgreed(pickEntry(entry)),
        }
      },
    }),
  )
}
