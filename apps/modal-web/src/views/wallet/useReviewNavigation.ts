import type { View } from "@wmodal/core"
import { Effect, SubscriptionRef } from "effect"
import { useEffect } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"

export interface ReviewNavigation {
  /** The entry of what has left; `null` before. */
  readonly left: string | null
  /** It is edited again. */
  readonly editing: boolean
  readonly form: Extract<View["_tag"], "WalletSend" | "Swap">
}

/** Keeps a review's view where its flow is: what has left has a receipt, what is edited again its form. */
export const useReviewNavigation = ({ left, editing, form }: ReviewNavigation): void => {
  const { engine, run } = useEngine()
  const { router } = engine
  useEffect(() => {
    if (left !== null)
      return run(
        Effect.andThen(router.reset({ _tag: "Account" }), router.push({ _tag: "Transaction", key: left })),
      )
    if (!editing) return
    const cameFromForm = SubscriptionRef.getUnsafe(router.state).history.at(-2)?._tag === form
    run(cameFromForm ? router.goBack : router.replace({ _tag: form }))
  }, [router, run, left, editing, form])
}
