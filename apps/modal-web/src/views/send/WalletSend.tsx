import { SubscriptionRef } from "effect"
import { useEffect, useRef } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { SendDisabled } from "./SendDisabled.tsx"
import { SendForm } from "./SendForm.tsx"

/** A payment is put together. */
export const WalletSend = () => {
  const { engine } = useEngine()
  const { t } = useMessages()
  const account = useValue(engine.account.state)
  if (!engine.options.features.send) return <SendDisabled />
  return account === null ? <div className="waiting">{t("account.none")}</div> : <Sending />
}

/** Keeps the view where the payment is: what is being reviewed or asked has a view of its own. */
const Sending = () => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const { send, holdings } = useFlows()
  const state = useValue(send.state)
  /** A review was being made while a person looked on: it is shown as soon as it is there. */
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
