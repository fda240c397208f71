import type { View } from "@wmodal/core"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { useEffect } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"

export interface ReviewNavigation {
  /** The entry of a sent request; `null` before. */
  readonly left: string | null
  /** True when the form is edited again. */
  readonly editing: boolean
  readonly form: Extract<View["_tag"], "WalletSend" | "Swap">
}

/** Keeps the view in step with the flow: a sent request has a receipt, and an edited one its form. */
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
