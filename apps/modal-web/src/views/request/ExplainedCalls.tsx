import {
  type ExplainedField,
  type Explanation,
  type MessageRequest,
  type ReviewedRequest,
  sanitizeLine,
  sanitizeText,
  type WalletRequest,
} from "@wmodal/chains"
import type { QueuedRequest } from "@wmodal/core/flows"
import type { ReactNode } from "react"
import { useMessages } from "../../messages/Translate.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { Badge } from "../../ui/Badge.tsx"
import { DetailList, DetailRow } from "../../ui/DetailList.tsx"
import { Details } from "../../ui/Details.tsx"
import { formatExactAmount } from "../send/formatAmounts.ts"

interface ExplainedCallProps {
  readonly call: Explanation
  readonly asked: Pick<QueuedRequest, "request" | "network">
  /** The text for a call that could not be decoded; `null` for none. */
  readonly unknownText?: string | null | undefined
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

const getUnreadText = ({ request: { _tag } }: ExplainedCallProps["asked"]) => {
  if (_tag === "TypedData" || _tag === "Message" || _tag === "MessageBytes")
    return "request.unknown.signature"
  return _tag === "Other" ? "request.unknown.other" : "request.unknown.call"
}

/** A description of one call or signature. For one that could not be decoded it shows only the digest. */
const ExplainedCall = ({ call, asked, unknownText, depth = 0 }: ExplainedCallProps) => {
  const { t, locale } = useMessages()
  const { contract, contractName, digest, fields, intent, owner, interpolatedIntent, value } = call
  const { request } = asked
  const signs = request._tag === "TypedData"
  const Heading = depth === 0 ? "h2" : "h3"
  const named = contractName ?? owner
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
      {intent === null && unknownText !== null && (
        <p className="send-note">{unknownText ?? t("request.unknownText")}</p>
      )}
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
            <NamedAddress
              name={
                contractName !== null && owner !== null && owner !== contractName
                  ? t("request.by", { name: contractName, owner })
                  : named
              }
              address={contract}
            />
          </DetailRow>
        )}
        {call.createsContract === true && request._tag === "Transaction" && depth === 0 && (
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

/** The totals of a long request, over all of its rows. */
export const RequestTotals = ({ totals }: Pick<ReviewedRequest, "totals">) => {
  const { t } = useMessages()
  if (totals === undefined || totals.length === 0) return null
  return (
    <section className="send-card">
      <h2 className="request-intent">{t("request.totals")}</h2>
      <p className="send-note">{t("request.totalsNote")}</p>
      <DetailList>
        {totals.map((field, index) => (
          <FieldValue key={index} field={field} contract={null}>
            {null}
          </FieldValue>
        ))}
      </DetailList>
    </section>
  )
}

interface FieldValueProps {
  readonly field: ExplainedField
  /** The called contract: a token with this address is not named twice. */
  readonly contract: string | null
  /** The nested call, if the field is one. */
  readonly children: ReactNode
}

/** Text longer than this many characters gets its own block. */
const maxInlineLength = 40

/** Spaces that a line of a page would not show. */
const collapsible = /^ | {2}| $|\n/

/** One line of an explanation in the form of its value: addresses in full, unlimited amounts marked, calls nested. */
const FieldValue = ({ field: { label, text, value }, contract, children }: FieldValueProps) => {
  const { t } = useMessages()
  switch (value._tag) {
    case "Text":
      return text.length <= maxInlineLength && !collapsible.test(text) ? (
        <DetailRow name={label}>
          <bdi>{text}</bdi>
        </DetailRow>
      ) : (
        <DetailRow name={label} wide>
          {/* As it was written, line by line, and to its end: a box of its own would hide that. */}
          <div className="request-text" dir="auto">
            {text}
          </div>
        </DetailRow>
      )
    case "Address":
      return (
        <DetailRow name={label} wide>
          <NamedAddress {...value} />
        </DetailRow>
      )
    case "Amount": {
      const token = value.token === contract ? null : value.token
      return (
        <DetailRow name={label} wide={token !== null}>
          <span className="request-amount">
            <bdi dir="ltr">{text}</bdi>
            {value.unlimited && <Badge tone="warn">{t("request.unlimited")}</Badge>}
          </span>
          {token !== null && (
            <span className="muted">
              <AddressGroups address={token} />
            </span>
          )}
        </DetailRow>
      )
    }
    case "Call":
      return (
        <DetailRow name={label} wide>
          <div className="request-inside">{children}</div>
        </DetailRow>
      )
  }
}

export interface NamedAddressProps {
  readonly name: string | null
  readonly address: string
}

export const NamedAddress = ({ name, address }: NamedAddressProps) => (
  <>
    {name !== null && (
      <span className="fact-name">
        <bdi>{name}</bdi>
      </span>
    )}
    <AddressGroups address={address} />
  </>
)

/** Characters of the raw request: all that a page can send. */
const maxRawLength = 1_000_000

/** The raw request, for experts. A message is already shown above. */
export const RawRequest = ({ request }: { readonly request: WalletRequest }) => {
  const { t } = useMessages()
  if (request._tag === "Message" || request._tag === "MessageBytes") return null
  return (
    <Details
      summary={t("request.raw")}
      text={sanitizeText(formatRawRequest(request), maxRawLength)}
      label={t("request.copy")}
    />
  )
}

const formatRawRequest = (request: Exclude<WalletRequest, MessageRequest>): string => {
  switch (request._tag) {
    case "Transaction":
      return formatJson(request.transaction)
    case "Transactions":
      return formatJson(request.transactions)
    case "Calls":
      return formatJson(request.calls.map((call) => ({ ...call, value: call.value.toString() })))
    case "TypedData":
      return formatJson(tryParseJson(request.typedData))
    case "Other":
      return `${request.method}\n${formatJson(tryParseJson(request.params))}`
  }
}

const formatJson = (value: unknown): string => JSON.stringify(value, null, 2)

const tryParseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
