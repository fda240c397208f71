import { sanitizeLine } from "@wmodal/chains"
import type { Recipient } from "@wmodal/core/flows"
import { useMessages } from "../../messages/Translate.tsx"
import { Fact } from "../../ui/Fact.tsx"

/** Maximum length of the texts of a link that are shown and not carried out. */
const maxTextLength = 200

/** What a payment link adds to a payment; nothing where it adds nothing. A memo is shown as it is signed. */
export const LinkFacts = ({ link }: Pick<Recipient, "link">) => {
  const { t } = useMessages()
  if (link === undefined) return null
  const { label, memo, message, references, unused } = link
  const facts: readonly (readonly [name: string, text: string, className?: string] | null)[] = [
    label === undefined ? null : [t("send.linkLabel"), sanitizeLine(label, maxTextLength)],
    message === undefined ? null : [t("send.linkMessage"), sanitizeLine(message, maxTextLength)],
    memo === undefined ? null : [t("send.linkMemo"), memo, "send-memo"],
    references.length === 0 ? null : [t("send.linkReferences"), references.join(" ")],
    unused.length === 0
      ? null
      : [t("send.linkUnused"), unused.map((name) => sanitizeLine(name, 64)).join(", ")],
  ]
  const shown = facts.filter((fact) => fact !== null)
  return (
    shown.length > 0 && (
      <dl className="send-facts">
        {shown.map(([name, text, className]) => (
          <Fact name={name} key={name}>
            <bdi className={className}>{text}</bdi>
          </Fact>
        ))}
      </dl>
    )
  )
}
