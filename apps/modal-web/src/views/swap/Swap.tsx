import { presentFlow } from "@wmodal/core/flows"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { useEffect, useRef } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { NoSwaps } from "./NoSwaps.tsx"
import { SwapDisabled } from "./SwapDisabled.tsx"
import { SwapForm } from "./SwapForm.tsx"
import { useWatch } from "./useWatch.ts"

/** The view that composes a swap. */
export const Swap = () => {
  const { engine } = useEngine()
  const { t } = useMessages()
  const account = useValue(engine.account.state)
  if (!engine.options.features.swaps) return <SwapDisabled />
  return account === null ? <div className="waiting">{t("account.none")}</div> : <Swapping />
}

/** Keeps the view in step with the swap: a review or a wallet request has its own view. */
const Swapping = () => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const { swap } = useFlows()
  const state = useValue(swap.state)
  /** True while a requested review is being made, which is shown once it is ready. */
  const awaited = useRef(false)
  /** True once this view has started its flow, so that a failure is new. */
  const begun = useRef(false)
  const preparing = state._tag === "Editing" && state.preparing
  const { router, toasts } = engine
  useWatch()

  useEffect(() => {
    const cameBack = SubscriptionRef.getUnsafe(router.state).direction === "prev"
    const review = () => run(router.push({ _tag: "SwapPreview" }))
    const begin = () => {
      if (begun.current) return
      begun.current = true
      run(swap.begin)
    }
    switch (state._tag) {
      case "Editing":
        awaited.current = preparing
        begun.current = true
        return
      case "Reviewing": {
        const approved = state.progress.approval !== null
        return awaited.current || (approved && !cameBack) ? review() : run(swap.back)
      }
      case "Asking":
      case "Approving":
        return cameBack && !awaited.current ? run(swap.back) : review()
      case "Failed":
        if (!begun.current) return begin()
        return run(Effect.andThen(toasts.show("error", presentFlow(state.error).title), leaveSwap(router)))
      case "Left":
        return run(swap.begin)
      case "Initializing":
      case "Unsupported":
        return begin()
    }
  }, [router, toasts, run, swap, state, preparing])

  switch (state._tag) {
    case "Editing": {
      const review = () => {
        awaited.current = true
        run(swap.review)
      }
      return <SwapForm state={state} onReview={review} />
    }
    case "Unsupported":
      return <NoSwaps networks={state.networks} />
    default:
      return <Skeleton rows={2} label={t("swap.loading")} />
  }
}

/** Returns to the previous view, or to the account when a page opened this one. */
const leaveSwap = (router: ReturnType<typeof useEngine>["engine"]["router"]) =>
  SubscriptionRef.getUnsafe(router.state).history.length > 1
    ? router.goBack
    : router.reset({ _tag: "Account" })
