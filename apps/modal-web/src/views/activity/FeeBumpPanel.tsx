import type { FeeBump, LedgerEntry, SendError } from "@wmodal/core/flows"
import { Effect, Result } from "effect"
import { useState } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { FocusOnMount } from "../../ui/FocusOnMount.tsx"
import { FlowNotice } from "../wallet/FlowNotice.tsx"
import { FeeBumpCard } from "./FeeBumpCard.tsx"

/** The stage of the panel. `shown` is the estimate, which is sent to the wallet on press. */
type FeeBumpStage = "rest" | "looking" | "shown" | "asking" | "raised"

/** Offers a higher fee for a pending payment, so that it confirms sooner. It stays the same payment. */
export const FeeBumpPanel = ({ entry }: { readonly entry: LedgerEntry }) => {
  const { run } = useEngine()
  const { t } = useMessages()
  const { send } = useFlows()
  const [stage, setStage] = useState<FeeBumpStage>("rest")
  const [shown, setShown] = useState<FeeBump | null>(null)
  const [error, setError] = useState<SendError | null>(null)

  /** Runs a request. A failure changes nothing: the payment is still pending. */
  const follow = <A,>(asked: Effect.Effect<A, SendError>, done: (answer: A) => void) =>
    run(
      Effect.flatMap(Effect.result(asked), (answer) =>
        Effect.sync(() => {
          if (Result.isSuccess(answer)) return done(answer.success)
          setError(answer.failure)
          setStage("rest")
        }),
      ),
    )

  const look = () => {
    if (stage === "looking") return
    setError(null)
    setStage("looking")
    const show = (raise: FeeBump) => {
      setShown(raise)
      setStage("shown")
    }
    follow(send.raiseFee(entry.id), show)
  }

  const submit = (raise: FeeBump) => {
    setError(null)
    setStage("asking")
    follow(send.submitRaise(raise), () => setStage("raised"))
  }

  const said = error !== null && (
    <FocusOnMount key={error.reason._tag}>
      <FlowNotice error={error} />
    </FocusOnMount>
  )
  if (stage === "raised")
    return (
      <FocusOnMount>
        <p className="raise-said" role="status">
          {t("raise.done")}
        </p>
      </FocusOnMount>
    )
  const asking = stage === "asking"
  // A payment that was mined meanwhile needs no higher fee; a request in the wallet may still get a response.
  if (!asking && !send.canRaiseFee(entry)) return said
  if (shown !== null && (asking || stage === "shown"))
    return (
      <FeeBumpCard
        raise={shown}
        asking={asking}
        onCancel={() => setStage("rest")}
        onSubmit={() => submit(shown)}
      />
    )
  return (
    <>
      {said}
      <div className="raise">
        <span>{t("raise.why")}</span>
        <button type="button" className="chip" onClick={look}>
          {stage === "looking" && <span className="spinner" aria-hidden="true" />}
          {t(stage === "looking" ? "raise.looking" : "raise.offer")}
        </button>
      </div>
    </>
  )
}
