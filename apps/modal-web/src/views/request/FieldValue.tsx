import type { ExplainedField } from "@wmodal/chains"
import type { ReactNode } from "react"
import { useMessages } from "../../messages/Translate.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { Badge } from "../../ui/Badge.tsx"
import { DetailRow } from "../../ui/DetailList.tsx"

interface LongTextProps {
  readonly label: string
  readonly text: string
}

/** Text as it was written, line by line. Overflow scrolls, by keyboard too, as in any field. */
const LongText = ({ label, text }: LongTextProps) => (
  <textarea className="request-text" aria-label={label} readOnly dir="auto" value={text} />
)

export interface FieldValueProps {
  readonly field: ExplainedField
  /** The called contract: a token with this address is not named twice. */
  readonly contract: string | null
  /** The nested call, if the field is one. */
  readonly children: ReactNode
}

/** Text longer than this many characters gets its own block. */
const maxInlineLength = 40

/** One line of an explanation in the form of its value: addresses in full, unlimited amounts marked, calls nested. */
export const FieldValue = ({ field: { label, text, value }, contract, children }: FieldValueProps) => {
  const { t } = useMessages()
  switch (value._tag) {
    case "Text":
      return text.length <= maxInlineLength && !text.includes("\n") ? (
        <DetailRow name={label}>
          <bdi>{text}</bdi>
        </DetailRow>
      ) : (
        <DetailRow name={label} wide>
          <LongText label={label} text={text} />
        </DetailRow>
      )
    case "Address":
      return (
        <DetailRow name={label} wide>
          {value.name !== null && (
            <span className="fact-name">
              <bdi>{value.name}</bdi>
            </span>
          )}
          <AddressGroups address={value.address} />
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
