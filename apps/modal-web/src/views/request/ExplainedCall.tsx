import { type Explanation, sanitizeLine } from "@wmodal/chains"
import type { PageRequest } from "@wmodal/core/flows"
import { useWords } from "../../messages/Words.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { Fact, Facts } from "../../ui/Facts.tsx"
import { exactSum } from "../send/sums.ts"
import { FieldValue } from "./FieldValue.tsx"

export interface ExplainedCallProps {
  readonly call: Explanation
  readonly asked: Pick<PageRequest, "request" | "network">
  /** What to say where nobody can read it. */
  readonly unknownText?: string | undefined
  /** How many calls it stands inside of. */
  readonly depth?: number
}

const unknownOf = ({ request }: ExplainedCallProps["asked"]) =>
  request._tag === "TypedData" || request._tag === "Message"
    ? "request.unknown.signature"
    : request._tag === "Other"
      ? "request.unknown.other"
      : "request.unknown.call"

/** One call, or one thing to sign, in words; of what nobody can read, the digest is all there is. */
export const ExplainedCall = ({ call, asked, unknownText, depth = 0 }: ExplainedCallProps) => {
  const { t, locale } = useWords()
  const { contract, contractName, digest, fields, intent, owner, sentence, value } = call
  const signs = asked.request._tag === "TypedData"
  const Heading = depth === 0 ? "h2" : "h3"
  const named = contractName ?? owner
  const { request } = asked
  // A plain payment says both in its fields.
  const isTold = ({ value: one }: Explanation["fields"][number]) =>
    one._tag === "Address" && one.address === contract
  const isCounted = ({ value: one }: Explanation["fields"][number]) =>
    one._tag === "Amount" && one.token === null && one.units === value
  return (
    <>
      <Heading className="request-intent">
        <bdi>{intent ?? t(unknownOf(asked))}</bdi>
      </Heading>
      {sentence !== null && (
        <p className="request-sentence">
          <bdi>{sentence}</bdi>
        </p>
      )}
      {intent === null && <p className="send-note">{unknownText ?? t("request.unknownText")}</p>}
      <Facts>
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
          <Fact name={t("request.method")}>
            <bdi>{sanitizeLine(request.method, 64)}</bdi>
          </Fact>
        )}
        {value > 0n && !fields.some(isCounted) && (
          <Fact name={t("request.sends")}>
            <bdi dir="ltr">{exactSum(locale, value, asked.network.nativeCurrency)}</bdi>
          </Fact>
        )}
        {contract !== null && (named !== null || !fields.some(isTold)) && (
          <Fact name={t(signs ? "request.verifier" : "request.contract")} wide>
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
          </Fact>
        )}
        {contract === null &&
          request._tag === "Transaction" &&
          asked.network.chainNamespace === "eip155" &&
          depth === 0 && <Fact name={t("request.contract")}>{t("request.creates")}</Fact>}
        {intent === null && (
          <Fact name={t("request.digest")} wide>
            <AddressGroups address={digest} />
          </Fact>
        )}
      </Facts>
    </>
  )
}
