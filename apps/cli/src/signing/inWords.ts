import type { ExplainedField, Explanation } from "@wmodal/chains"
import { formatAmount, type Network } from "@wmodal/protocol"
import { grouped } from "../terminal/grouped.ts"
import type { Field } from "../views/Panel.tsx"

type Place = Pick<Network, "nativeCurrency">

/** An amount names its token where that is not what is called: anything may call itself USDC. */
const fieldText = ({ text, value }: ExplainedField, contract: string | null): string => {
  if (value._tag === "Address" && value.name === null) return grouped(text)
  const token = value._tag === "Amount" && value.token !== contract ? value.token : null
  return token === null ? text : `${text}\n${grouped(token)}`
}

const contractField = ({ contract, contractName }: Explanation): readonly Field[] =>
  contract === null
    ? []
    : [{ label: "Contract", text: `${contractName === null ? "" : `${contractName}\n`}${grouped(contract)}` }]

const sentField = (
  { value }: Explanation,
  { nativeCurrency: { decimals, symbol } }: Place,
): readonly Field[] =>
  value === 0n ? [] : [{ label: "Sends", text: `${formatAmount(value, decimals)} ${symbol}` }]

/** What is called, what goes along, and each field. A call inside the call comes after its field, one level further in. */
const callFields = (call: Explanation, place: Place): readonly Field[] => [
  ...contractField(call),
  ...sentField(call, place),
  ...call.fields.flatMap((field) => {
    const own = { label: field.label, text: fieldText(field, call.contract) }
    if (field.value._tag !== "Call") return [own]
    const inner = callFields(field.value.call, place)
    return [own, ...inner.map(({ label, text }) => ({ label: `· ${label}`, text }))]
  }),
]

/** A request in words, line by line. */
export const explanationFields = (explanation: Explanation, place: Place): readonly Field[] => {
  const { digest, intent, owner, sentence } = explanation
  return [
    { label: "Intent", text: intent ?? "! Unknown: nobody here can say what it is for" },
    ...(sentence === null ? [] : [{ label: "In words", text: sentence }]),
    ...(owner === null ? [] : [{ label: "Owner", text: owner }]),
    ...callFields(explanation, place),
    { label: "Digest", text: digest },
  ]
}
