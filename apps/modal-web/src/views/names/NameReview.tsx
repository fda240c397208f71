import type { NamesState } from "@wmodal/core/flows"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useNames } from "../../binding/useNames.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { DetailList, DetailRow } from "../../ui/DetailList.tsx"
import { Details } from "../../ui/Details.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { NetworkName } from "../activity/NetworkName.tsx"
import { FlowFailure } from "../wallet/FlowFailure.tsx"
import { ReviewForm } from "../wallet/ReviewForm.tsx"

/** What is registered, for which account, and the message that is signed for it. */
export const NameReview = ({
  state: { error, review },
}: {
  readonly state: Extract<NamesState, { readonly _tag: "Reviewing" }>
}) => {
  const { run } = useEngine()
  const { t } = useMessages()
  const names = useNames()
  return (
    <ReviewForm
      className="send focused"
      tabIndex={-1}
      meaning={review.name}
      missing={null}
      busy={null}
      cancelLabel={t("names.back")}
      submitLabel={t("names.sign")}
      onCancel={() => run(names.back)}
      onSubmit={() => run(names.confirm)}
    >
      <FlowFailure problem={error} />
      <section className="send-card">
        <h2 className="request-intent">{t("names.heading")}</h2>
        <p className="request-sentence">
          <bdi dir="ltr">{review.name}</bdi>
        </p>
        <DetailList>
          <DetailRow name={t("names.account")} wide>
            <AddressGroups address={review.address} />
          </DetailRow>
          <DetailRow name={t("account.network")}>
            <NetworkName network={review.network} />
          </DetailRow>
        </DetailList>
      </section>
      <Notice tone="warn" title={t("names.publicTitle")} text={t("names.public")} />
      <Details summary={t("names.message")} text={review.message} label={t("request.copy")} />
      <p className="send-note">
        {t("names.note")} {t("names.messageTime")}
      </p>
    </ReviewForm>
  )
}
