import { type Explanation, type ReviewedRequest, sanitizeLine } from "@wmodal/chains"
import type { QueuedRequest } from "@wmodal/core/flows"
import { useMessages } from "../../messages/Translate.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { DetailList, DetailRow } from "../../ui/DetailList.tsx"
import { formatExactAmount } from "../send/formatAmounts.ts"
import { FieldValue } from "./FieldValue.tsx"

interface ExplainedCallProps {
  readonly call: Explanation
  readonly asked: Pick<QueuedRequest, "request" | "network">
  /** The text for a call that could not be decoded. */
  readonly unknownText?: string | undefined
  /** The nesting depth of the call. */
  readonly depth?: number
}

export interface ExplainedCallsProps extends Pick<ExplainedCallProps, "asked" | "unknownText"> {
  readonly explained: Pick<ReviewedRequest, "calls">
}

/** One card, or a numbered list of them in the order of execution. */
export const ExplainedCalls = ({ explained: { calls }, ...of }: ExplainedCallsProps) => {
  const [first, ...others] = calls
  if (others.length === 0)
    return (
      <section className="send-card">
        <ExplainedCall call={first} {...of} />
      </section>
    )
  return (
    <ol className="request-calls">
      {calls.map((call, index) => (
        <li key={index} className="send-card">
          <ExplainedCall call={call} {...of} />
        </li>
      ))}
    </ol>
  )
}

const getUnreadText = ({ request }: ExplainedCallProps["asked"]) =>
  request._tag === "TypedData" || request._tag === "Message"
    ? "request.unknown.signature"
    : request._tag === "Other"
      ? "request.unknown.other"
      : "request.unknown.call"

/** A description of one call or signature. For one that could not be decoded it shows only the digest. */
const ExplainedCall = ({ call, asked, unknownText, depth = 0 }: ExplainedCallProps) => {
  const { t, locale } = useMessages()
  const {
    contract,
    contractName,
    createsContract,
    digest,
    fields,
    intent,
    owner,
    interpolatedIntent,
    value,
  } = call
  const signs = asked.request._tag === "TypedData"
  const Heading = depth === 0 ? "h2" : "h3"
  const named = contractName ?? owner
  const { request } = asked
  // A plain payment contains both in its fields.
  const isTold = ({ value: one }: Explanation["fields"][number]) =>
    one._tag === "Address" && one.address === contract
  const isCounted = ({ value: one }: Explanation["fields"][number]) =>
    one._tag === "Amount" && one.token === null && one.units === value
  return (
    <>
      <Heading className="request-intent">
        <bdi>{intent ?? t(getUnreadText(asked))}</bdi>
      </Heading>
      {interpolatedIntent !== null && (
        <p className="request-sentence">
          <bdi>{interpolatedIntent}</bdi>
        </p>
      )}
      {intent === null && <p className="send-note">{unknownText ?? t("request.unknownText")}</p>}
      <DetailList>
        {fields.map((field, index) => (
          <FieldValue key={index} field={field} contract={contract}>
            {field.value._tag === "Call" && (
              <ExplainedCall
                call={field.value.call}
                asked={asked}
                unknownText={unknownText}
                depth={depth + 1}
              />
            )}
          </FieldValue>
        ))}
        {request._tag === "Other" && (
          <DetailRow name={t("request.method")}>
            <bdi>{sanitizeLine(request.method, 64)}</bdi>
          </DetailRow>
        )}
        {value > 0n && !fields.some(isCounted) && (
          <DetailRow name={t("request.sends")}>
            <bdi dir="ltr">{formatExactAmount(locale, value, asked.network.nativeCurrency)}</bdi>
          </DetailRow>
        )}
        {contract !== null && (named !== null || !fields.some(isTold)) && (
          <DetailRow name={t(signs ? "request.verifier" : "request.contract")} wide>
            {named !== null && (
              <span className="fact-name">
                <bdi>
                  {contractName !== null && owner !== null && owner !== contractName
                    ? t("request.by", { name: contractName, owner })
                    : named}
                </bdi>
              </span>
            )}
            <AddressGroups address={contract} />
          </DetailRow>
        )}
        {createsContract === true && request._tag === "Transaction" && depth === 0 && (
          <DetailRow name={t("request.contract")}>{t("request.creates")}</DetailRow>
        )}
        {intent === null && (
          <DetailRow name={t("request.digest")} wide>
            <AddressGroups address={digest} />
          </DetailRow>
        )}
      </DetailList>
    </>
  )
}
