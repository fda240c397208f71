import type { ExplainedField, Explanation } from "@wmodal/chains"
import { formatAmount, type Network } from "@wmodal/protocol"
import { formatAddressGroups } from "../terminal/addressGroups.ts"
import type { Field } from "../views/Panel.tsx"

type NativeCurrencyOwner = Pick<Network, "nativeCurrency">

/** Adds the token's address to an amount unless the token is the called contract: any token may call itself USDC. */
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

/** Converts a call to its contract, value and fields. A nested call follows its field, indented by one level. */
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

/** Converts a reviewed request to fields, one per line. */
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
