import { Effect, Result } from "effect"
import { makeSlot } from "../attempt/Slot.ts"
import type { Recipients } from "../recipients/Recipients.ts"
import { estimateFee } from "./estimateFee.ts"
import type { PrepareSurroundings } from "./prepare.ts"
import { resolveRecipient } from "./resolveRecipient.ts"
import { type Draft, feeQuestion, type Learnt, recipientQuestion } from "./sendModel.ts"

/** Milliseconds that somebody who types must pause before anything is asked. */
const pause = 300

export type LearningSurroundings = PrepareSurroundings & { readonly recipients: Recipients }

/** Finds out what a draft raises: who is meant, what stands against them, what it costs. */
interface Learning {
  /** Asks what the draft raises and what was not asked before; what it no longer raises is given up. */
  readonly follow: (draft: Draft, learnt: Learnt) => Effect.Effect<void>
}

/** `tell` hears each answer with its question. */
export const makeLearning = (
  around: LearningSurroundings,
  tell: (found: Partial<Learnt>) => Effect.Effect<void>,
) =>
  Effect.gen(function* () {
    const resolving = yield* makeSlot
    const estimating = yield* makeSlot
    let recipientAsked: string | null = null
    let feeAsked: string | null = null

    const resolve = (question: string, { holding, recipient: text }: Draft) =>
      Effect.gen(function* () {
        yield* Effect.sleep(pause)
        const found = yield* Effect.result(resolveRecipient(around.recipients, text))
        if (Result.isFailure(found))
          return yield* tell({ recipient: { question, answer: { _tag: "Failed", error: found.failure } } })
        const recipient = found.success
        yield* tell({ recipient: { question, answer: { _tag: "Resolved", recipient, stops: null } } })
        const stops = yield* around.recipients.stops(recipient.address, holding?.token.address ?? null)
        yield* tell({ recipient: { question, answer: { _tag: "Resolved", recipient, stops } } })
      })

    const learning: Learning = {
      follow: (draft, learnt) =>
        Effect.gen(function* () {
          const recipient = recipientQuestion(draft)
          if (recipient !== recipientAsked) {
            recipientAsked = recipient
            yield* recipient === null ? resolving.stop : resolving.run(resolve(recipient, draft))
          }
          const fee = feeQuestion(draft, learnt)
          if ((fee?.key ?? null) !== feeAsked) {
            feeAsked = fee?.key ?? null
            yield* fee === null
              ? estimating.stop
              : estimating.run(
                  Effect.andThen(
                    Effect.sleep(pause),
                    Effect.flatMap(estimateFee(around, fee), (answer) =>
                      tell({ fee: { question: fee.key, answer } }),
                    ),
                  ),
                )
          }
        }),
    }
    return learning
  })
