import type { ExplainedField, Explanation } from "@wmodal/chains"
import { formatAmount, type Network } from "@wmodal/protocol"
import { formatAddressGroups } from "../terminal/addressGroups.ts"
import type { Field } from "../views/Panel.tsx"

type NativeCurrencyOwner = Pick<Network, "nativeCurrency">

/** An amount names its token where that is not what is called: anything may call itself USDC. */
const formatFieldText = ({ text, value }: ExplainedField, contract: string | null): string => {
  if (value._tag === "Address" && value.name === null) return formatAddressGroups(text)
  const token = value._tag === "Amount" && value.token !== contract ? value.token : null
  return token === null ? text : `${text}\n${formatAddressGroups(token)}`
}

const toContractFields = ({ contract, contractName }: Explanation): readonly Field[] =>
  contract === null
    ? []
    : [
        {
          label: "Contract",
          text: `${contractName === null ? "" : `${contractName}\n`}${formatAddressGroups(contract)}`,
        },
      ]

const toSentValueFields = (
  { value }: Explanation,
  { nativeCurrency: { decimals, symbol } }: NativeCurrencyOwner,
): readonly Field[] =>
  value === 0n ? [] : [{ label: "Value", text: `${formatAmount(value, decimals)} ${symbol}` }]

/** What is called, what goes along, and each field. A call inside the call comes after its field, one level further in. */
const toCallFields = (call: Explanation, place: NativeCurrencyOwner): readonly Field[] => [
  ...toContractFields(call),
  ...toSentValueFields(call, place),
  ...call.fields.flatMap((field) => {
    const own = { label: field.label, text: formatFieldText(field, call.contract) }
    if (field.value._tag !== "Call") return [own]
    const inner = toCallFields(field.value.call, place)
    return [own, ...inner.map(({ label, text }) => ({ label: `· ${label}`, text }))]
  }),
]

/** A request in words, line by line. */
export const toExplanationFields = (
  explanation: Explanation,
  place: NativeCurrencyOwner,
): readonly Field[] => {
  const { digest, intent, owner, interpolatedIntent } = explanation
  return [
    { label: "Purpose", text: intent ?? "! Unknown: could not be decoded" },
    ...(interpolatedIntent === null ? [] : [{ label: "Summary", text: interpolatedIntent }]),
    ...(owner === null ? [] : [{ label: "Owner", text: owner }]),
    ...toCallFields(explanation, place),
    { label: "Digest", text: digest },
  ]
}
