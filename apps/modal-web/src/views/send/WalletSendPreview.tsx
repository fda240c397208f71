import { Effect, SubscriptionRef } from "effect"
import { useEffect } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useValue } from "../../binding/useValue.ts"
import { useWords } from "../../messages/Words.tsx"
import { AskingToSend } from "./AskingToSend.tsx"
import { Review } from "./Review.tsx"
import { SendOff } from "./SendOff.tsx"

/** A payment is looked at as a whole, confirmed, and left to the wallet. */
export const WalletSendPreview = () =>
  useEngine().engine.options.features.send ? <Previewing /> : <SendOff />

/** Keeps the view where the payment is: what has left has a receipt, what is edited again its form. */
const Previewing = () => {
  const { engine, run } = useEngine()
  const { t } = useWords()
  const { send } = useFlows()
  const state = useValue(send.state)
  const { router } = engine
  const left = state._tag === "Left" ? state.entry : null

  useEffect(() => {
    if (left !== null)
      return run(
        Effect.andThen(router.reset({ _tag: "Account" }), router.push({ _tag: "Transaction", key: left })),
      )
    if (state._tag !== "Editing") return
    const cameFromForm = SubscriptionRef.getUnsafe(router.state).history.at(-2)?._tag === "WalletSend"
    run(cameFromForm ? router.goBack : router.replace({ _tag: "WalletSend" }))
  }, [router, run, state._tag, left])

  switch (state._tag) {
    case "Reviewing":
      return <Review state={state} />
    case "Asking":
      return <AskingToSend review={state.review} slow={state.slow} />
    case "Editing":
    case "Left":
      return <div className="waiting">{t("shell.loading")}</div>
  }
}
