import type { ExplainedField } from "@wmodal/chains"
import type { ReactNode } from "react"
import { useWords } from "../../messages/Words.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { Badge } from "../../ui/Badge.tsx"
import { Fact } from "../../ui/Facts.tsx"
import { LongText } from "./LongText.tsx"

export interface FieldValueProps {
  readonly field: ExplainedField
  /** What is called: a token that is it is not named twice. */
  readonly contract: string | null
  /** The call inside the call, where it is one. */
  readonly children: ReactNode
}

/** Text that is longer than this has a place of its own. */
const short = 40

/** One line of an explanation, drawn as what it is: addresses in full, what has no limit marked, calls inside one another. */
export const FieldValue = ({ field: { label, text, value }, contract, children }: FieldValueProps) => {
  const { t } = useWords()
  switch (value._tag) {
    case "Text":
      return text.length <= short && !text.includes("\n") ? (
        <Fact name={label}>
          <bdi>{text}</bdi>
        </Fact>
      ) : (
        <Fact name={label} wide>
          <LongText label={label} text={text} />
        </Fact>
      )
    case "Address":
      return (
        <Fact name={label} wide>
          {value.name !== null && (
            <span className="fact-name">
              <bdi>{value.name}</bdi>
            </span>
          )}
          <AddressGroups address={value.address} />
        </Fact>
      )
    case "Amount": {
      const token = value.token === contract ? null : value.token
      return (
        <Fact name={label} wide={token !== null}>
          <span className="request-amount">
            <bdi dir="ltr">{text}</bdi>
            {value.unlimited && <Badge tone="warn">{t("request.unlimited")}</Badge>}
          </span>
          {token !== null && (
            <span className="muted">
              <AddressGroups address={token} />
            </span>
          )}
        </Fact>
      )
    }
    case "Call":
      return (
        <Fact name={label} wide>
          <div className="request-inside">{children}</div>
        </Fact>
      )
  }
}
