import { drawText } from "@wmodal/chains"
import type { SiwxState } from "@wmodal/core"
import { toPlainAddress } from "@wmodal/protocol"
import { parseSiwxMessage, recapPrefix } from "@wmodal/protocol/siwx"
import { Result } from "effect"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useSiwx } from "../../binding/useSiwx.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { DetailList, DetailRow } from "../../ui/DetailList.tsx"
import { Details } from "../../ui/Details.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { NetworkName } from "../activity/NetworkName.tsx"
import { SiteAsks } from "../request/ReviewRequest.tsx"
import { useRequestWarnings } from "../request/useRequestWarnings.tsx"
import { useSeenEnd } from "../request/useSeenEnd.ts"
import { FlowFailure } from "../wallet/FlowFailure.tsx"
import { ReviewForm } from "../wallet/ReviewForm.tsx"
import { findNetwork } from "./findNetwork.ts"

/** Characters of a message that are shown: all, because the engine refuses a longer one. */
const maxTextLength = 10_000

export interface SiwxReviewProps {
  readonly state: Extract<SiwxState, { readonly _tag: "Reviewing" }>
}

/** The message to sign in with: the site, the statement, the account, the times and the resources, as its text says. */
export const SiwxReview = ({ state }: SiwxReviewProps) => {
  const { engine, run } = useEngine()
  const { t, locale } = useMessages()
  const siwx = useSiwx()
  const { account, explained, message, passed, problem } = state
  const network = findNetwork(engine, account)
  const warnings = useRequestWarnings(explained.dangers, passed, network, (tag) => run(siwx.acknowledge(tag)))
  const isLong = explained.totals !== undefined
  const { end, isSeen } = useSeenEnd(explained, isLong)
  const parsed = Result.getOrNull(parseSiwxMessage(message))
  const text = drawText(message, maxTextLength)
  const draw = (part: string) => drawText(part, maxTextLength)
  // What the message allows, row by row, in place of the resource that encodes it.
  const [, ...allowed] = explained.calls[0].fields
  const resources =
    parsed?.resources?.filter((one) => allowed.length === 0 || !one.startsWith(recapPrefix)) ?? []
  const formatTime = (time: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(new Date(time))

  return (
    <ReviewForm
      className="send focused"
      tabIndex={-1}
      meaning={message}
      missing={isSeen ? warnings.missing : t("siwx.readOn")}
      busy={null}
      submitLabel={t("siwx.sign")}
      onCancel={() => run(siwx.cancel)}
      onSubmit={() => run(siwx.sign)}
    >
      <SiteAsks what={t("siwx.asks")} />
      <FlowFailure problem={problem} during="sign" />
      <section className="send-card">
        <h2 className="request-intent">{t("siwx.heading")}</h2>
        {parsed?.statement !== undefined && (
          <p className="request-sentence">
            <bdi>{draw(parsed.statement)}</bdi>
          </p>
        )}
        <DetailList>
          {parsed !== null && (
            <DetailRow name={t("siwx.site")}>
              <bdi dir="ltr">{draw(parsed.domain)}</bdi>
            </DetailRow>
          )}
          <DetailRow name={t("request.account")} wide>
            <AddressGroups address={parsed?.address ?? toPlainAddress(account)} />
          </DetailRow>
          <DetailRow name={t("account.network")}>
            <NetworkName network={network} />
          </DetailRow>
          {parsed?.notBefore !== undefined && (
            <DetailRow name={t("siwx.from")}>{formatTime(parsed.notBefore)}</DetailRow>
          )}
          {parsed?.expirationTime !== undefined && (
            <DetailRow name={t("siwx.until")}>{formatTime(parsed.expirationTime)}</DetailRow>
          )}
          {resources.length > 0 && (
            <DetailRow name={t("siwx.resources")} wide>
              {resources.map((resource, index) => (
                <div key={index}>
                  <bdi dir="ltr">{draw(resource)}</bdi>
                </div>
              ))}
            </DetailRow>
          )}
          {allowed.map(({ label, text: row }, index) => (
            <DetailRow key={index} name={label} wide>
              <bdi dir="ltr">{row}</bdi>
            </DetailRow>
          ))}
        </DetailList>
      </section>
      {parsed === null && <Notice tone="warn" title={t("siwx.unread")} />}
      {isLong || parsed === null ? (
        // To its end: what the rows above leave out, such as the nonce, may be long too.
        <div className="request-text" dir="auto">
          {text}
        </div>
      ) : (
        <Details summary={t("siwx.message")} text={text} label={t("request.copy")} />
      )}
      {isLong && <div ref={end} className="request-end" />}
      <p className="send-note">
        {t("siwx.note")} {engine.siwx.isRequired() && t("siwx.cancelNote")}
      </p>
      <fieldset className="request-acts" disabled={!isSeen}>
        {warnings.rows}
      </fieldset>
    </ReviewForm>
  )
}
