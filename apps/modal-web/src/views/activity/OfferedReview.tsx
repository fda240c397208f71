import type { SendError } from "@wmodal/core/flows"
import type { Network } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import { type ComponentType, type ReactNode, useState } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import type { MessageValues } from "../../messages/format.ts"
import { isolateText } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { FocusOnMount } from "../../ui/FocusOnMount.tsx"
import { FlowNotice } from "../wallet/FlowNotice.tsx"
import { OpenAgain } from "../wallet/OpenAgain.tsx"
import { ReviewForm } from "../wallet/ReviewForm.tsx"
import { useApprovalLocation } from "../wallet/useApprovalLocation.ts"

/** What can be done about an entry. Each has its own messages: `raise.why`, `raise.offer`, … */
type OfferKind = "raise" | "revoke"

/** The stage of an offer. `shown`: its review, which is sent to the wallet on press. */
type OfferStage = "rest" | "looking" | "shown" | "asking" | "done"

/** The review that a card shows, and its acts. */
export interface OfferCardProps<Review> {
  readonly review: Review
  /** The wallet has the request. */
  readonly asking: boolean
  /** It has not responded for a minute. */
  readonly slow: boolean
  readonly onCancel: () => void
  readonly onSubmit: () => void
}

export interface OfferedReviewProps<Review> {
  readonly kind: OfferKind
  readonly isOffered: boolean
  readonly prepare: Effect.Effect<Review, SendError>
  readonly submit: (review: Review, onSlow: Effect.Effect<void>) => Effect.Effect<unknown, SendError>
  readonly card: ComponentType<OfferCardProps<Review>>
}

/**
 * An offer for an entry: on a press its review, then the request to the wallet. A failure changes nothing and is kept
 * for its notice. A request in the wallet may still get a response when there is nothing to offer any more.
 */
export const OfferedReview = <Review,>({
  kind,
  isOffered,
  prepare,
  submit,
  card: Card,
}: OfferedReviewProps<Review>) => {
  const { run } = useEngine()
  const { t } = useMessages()
  const [stage, setStage] = useState<OfferStage>("rest")
  const [review, setReview] = useState<Review | null>(null)
  const [slow, setSlow] = useState(false)
  const [error, setError] = useState<SendError | null>(null)

  const follow = <A,>(during: OfferStage, asked: Effect.Effect<A, SendError>, done: (answer: A) => void) => {
    setStage(during)
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
  const look = () => {
    if (stage === "looking") return
    follow("looking", prepare, (prepared) => {
      setReview(prepared)
      setStage("shown")
    })
  }

  if (stage === "done")
    return (
      <FocusOnMount>
        <p className="raise-said" role="status">
          {t(`${kind}.done`)}
        </p>
      </FocusOnMount>
    )
  const asking = stage === "asking"
  if (review !== null && (asking || (isOffered && stage === "shown")))
    return (
      <Card
        review={review}
        asking={asking}
        slow={asking && slow}
        onCancel={() => setStage("rest")}
        onSubmit={() => {
          setSlow(false)
          follow(
            "asking",
            submit(
              review,
              Effect.sync(() => setSlow(true)),
            ),
            () => setStage("done"),
          )
        }}
      />
    )
  return (
    <>
      {error !== null && (
        <FocusOnMount key={error.reason._tag}>
          <FlowNotice error={error} />
        </FocusOnMount>
      )}
      {isOffered && (
        <div className="raise">
          <span>{t(`${kind}.why`)}</span>
          <button type="button" className="chip" onClick={look}>
            {stage === "looking" && <span className="spinner" aria-hidden="true" />}
            {t(`${kind}.${stage === "looking" ? "looking" : "offer"}`)}
          </button>
        </div>
      )}
    </>
  )
}

export interface OfferFormProps extends Omit<OfferCardProps<unknown>, "review"> {
  readonly kind: OfferKind
  readonly network: Network
  readonly values?: MessageValues
  /** The rows of the review. */
  readonly children: ReactNode
}

/** The card of an offered review: its rows and what they mean, or where the wallet asks. */
export const OfferForm = ({
  kind,
  network,
  values = {},
  asking,
  slow,
  children,
  onCancel,
  onSubmit,
}: OfferFormProps) => {
  const { t } = useMessages()
  const { where, app, said, wallet } = useApprovalLocation(network.chainNamespace)
  const name = isolateText(wallet?.name ?? t("send.yourWallet"))
  return (
    <FocusOnMount>
      <ReviewForm
        missing={null}
        busy={asking ? t("send.confirming") : null}
        submitLabel={t(`${kind}.offer`)}
        onCancel={asking ? null : onCancel}
        onSubmit={onSubmit}
      >
        <section className="send-card">
          <h2 className="send-label">{t(`${kind}.title`, values)}</h2>
          <dl className="send-facts">{children}</dl>
          {asking && where !== "here" && !slow && <p className="send-note">{t("send.asking", said)}</p>}
          <p className="send-note" role={asking ? "status" : undefined}>
            {slow
              ? t("send.slowText", said)
              : asking
                ? t(`${kind}.asking`, { wallet: name })
                : t(`${kind}.text`, values)}
          </p>
        </section>
        {asking && <OpenAgain app={app} />}
      </ReviewForm>
    </FocusOnMount>
  )
}
