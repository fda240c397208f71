import type { SendError } from "@wmodal/core/flows"
import { Effect, Result } from "effect"
import { useState } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"

/** The stage of an offer. `shown`: its review, which is sent to the wallet on press. */
type OfferStage = "rest" | "looking" | "shown" | "asking" | "done"

/** Prepares a review on request and sends it to the wallet. A failure changes nothing and is kept for its notice. */
export const useOfferedReview = <Review, A>(
  prepare: Effect.Effect<Review, SendError>,
  submit: (review: Review) => Effect.Effect<A, SendError>,
) => {
  const { run } = useEngine()
  const [stage, setStage] = useState<OfferStage>("rest")
  const [shown, setShown] = useState<Review | null>(null)
  const [error, setError] = useState<SendError | null>(null)

  const follow = <B>(asked: Effect.Effect<B, SendError>, done: (answer: B) => void) => {
    setError(null)
    run(
      Effect.flatMap(Effect.result(asked), (answer) =>
        Effect.sync(() => {
          if (Result.isSuccess(answer)) return done(answer.success)
          setError(answer.failure)
          setStage("rest")
        }),
      ),
    )
  }

  return {
    stage,
    shown,
    error,
    look: () => {
      if (stage === "looking") return
      setStage("looking")
      follow(prepare, (review) => {
        setShown(review)
        setStage("shown")
      })
    },
    submit: (review: Review) => {
      setStage("asking")
      follow(submit(review), () => setStage("done"))
    },
    cancel: () => setStage("rest"),
  }
}
