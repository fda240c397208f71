import type { SwapReview, SwapState, SwapStop } from "@wmodal/core/flows"
import { type FormEvent, useState } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useWords } from "../../messages/Words.tsx"
import { Button } from "../../ui/Button.tsx"
import { Focused } from "../../ui/Focused.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { SubmitButton } from "../../ui/SubmitButton.tsx"
import { useMeaning } from "../wallet/useMeaning.ts"
import { SwapBalances } from "./SwapBalances.tsx"
import { SwapCalls } from "./SwapCalls.tsx"
import { SwapFacts } from "./SwapFacts.tsx"
import { SwapNotice } from "./SwapNotice.tsx"
import { SwapSides } from "./SwapSides.tsx"
import { SwapSteps } from "./SwapSteps.tsx"
import { SwapStopAct } from "./SwapStopAct.tsx"
import { SwapWorse } from "./SwapWorse.tsx"

export type Reviewing = Extract<SwapState, { readonly _tag: "Reviewing" }>

/** A stop with what was shown of it: passed at one value, or for one contract, it is not passed at another. */
const keyOf = (stop: SwapStop, { router }: Pick<SwapReview, "router">) =>
  `${router} ${stop._tag === "Impact" ? `Impact ${stop.percent?.toFixed(1)}` : stop._tag}`

/** Everything that a person should know before the wallet is asked. Each stop needs an act of its own. */
export const SwapReviewed = ({ state }: { readonly state: Reviewing }) => {
  const { run } = useEngine()
  const { t } = useWords()
  const { swap } = useFlows()
  const { review, agreed, worse, passed, stale, confirming, error, progress } = state
  const { stops, steps, path } = review
  const [done, setDone] = useState(() =>
    stops.filter(({ _tag }) => passed.includes(_tag)).map((stop) => keyOf(stop, review)),
  )
  const open = stops.filter((stop) => !done.includes(keyOf(stop, review)))
  const step = steps[0].kind
  const isMeant = useMeaning(worse === null ? "confirm" : review)

  const act = (stop: SwapStop, isDone: boolean) => {
    const key = keyOf(stop, review)
    setDone([...done.filter((one) => one !== key), ...(isDone ? [key] : [])])
    if (isDone) run(swap.pass(stop._tag))
  }

  const missing = (): string | null => {
    if (worse !== null) return null
    if (stale) return t("swap.staleWhy")
    return open.length > 0 ? t("send.confirmWhy") : null
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isMeant()) return
    if (worse !== null) run(swap.accept(review))
    else if (open.length > 0)
      event.currentTarget.querySelector<HTMLElement>("[data-open=true] input")?.focus()
    else if (!stale && !confirming) run(swap.confirm)
  }

  return (
    <form className="send" noValidate onSubmit={submit} data-stale={stale}>
      <SwapSides quote={review.quote} />
      {stale && <Notice tone="warn" title={t("swap.staleReview")} text={t("swap.staleReviewText")} />}
      <SwapSteps review={review} progress={progress} at={step} />
      <SwapBalances review={review} />
      <SwapFacts review={review} refreshing={state.refreshing} />
      <SwapCalls review={review} />
      {stops.map((stop) => (
        <SwapStopAct
          key={stop._tag}
          stop={stop}
          done={done.includes(keyOf(stop, review))}
          onAct={(isDone) => act(stop, isDone)}
        />
      ))}
      <SwapWorse review={review} agreed={agreed} worse={worse} />
      {error !== null && (
        <Focused key={error.reason._tag}>
          <SwapNotice error={error} review={review} progress={progress} />
        </Focused>
      )}
      <div className="send-buttons">
        <Button tone="quiet" onPress={() => run(swap.back)}>
          {t("shell.cancel")}
        </Button>
        <SubmitButton missing={missing()} busy={confirming ? t("send.confirming") : null}>
          {worse !== null
            ? t("swap.accept")
            : t(path._tag === "Batch" ? "swap.confirm.both" : `swap.confirm.${step}`)}
        </SubmitButton>
      </div>
    </form>
  )
}
