import { SubscriptionRef } from "@wmodal/protocol"
import { useEffect, useRef } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { SendDisabled } from "./SendDisabled.tsx"
import { SendForm } from "./SendForm.tsx"

/** The view that composes a payment. */
export const WalletSend = () => {
  const { engine } = useEngine()
  const { t } = useMessages()
  const account = useValue(engine.account.state)
  if (!engine.options.features.send) return <SendDisabled />
  return account === null ? <div className="waiting">{t("account.none")}</div> : <Sending />
}

/** Keeps the view in step with the payment: a review or a wallet request has its own view. */
const Sending = () => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const { send, holdings } = useFlows()
  const state = useValue(send.state)
  /** True while a requested review is being made, which is shown once it is ready. */
  const awaited = useRef(false)
  const preparing = state._tag === "Editing" && state.preparing
  const { router } = engine

  useEffect(() => {
    const cameBack = SubscriptionRef.getUnsafe(router.state).direction === "prev"
    const review = () => run(router.push({ _tag: "WalletSendPreview" }))
    switch (state._tag) {
      case "Editing":
        awaited.current = preparing
        return
      case "Reviewing":
        return awaited.current ? review() : run(send.back)
      case "Asking":
        return cameBack ? run(send.back) : review()
      case "Left":
        return run(send.begin())
    }
  }, [router, run, send, state._tag, preparing])

  useEffect(() => run(holdings.refresh), [run, holdings])

  if (state._tag !== "Editing") return <div className="waiting">{t("shell.loading")}</div>
  const review = () => {
    awaited.current = true
    run(send.review)
  }
  return <SendForm state={state} onReview={review} />
}
