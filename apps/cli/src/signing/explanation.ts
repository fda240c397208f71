import type { ExplainedField, Explanation, RequestNote, ReviewedRequest } from "@wmodal/chains"
import type { Network } from "@wmodal/protocol"
import { formatTokenAmount, toNativeToken } from "../payments/paymentDocument.ts"
import { formatAddressGroups } from "../terminal/addressGroups.ts"
import type { Field } from "../views/Panel.tsx"
import { describeDanger, type WarningNetwork } from "./dangers.ts"
import { describeNote } from "./notes.ts"

/** Converts a reviewed request to its JSON document. */
export const toExplanationDocument = (
  { calls, dangers, notes = [], totals }: ReviewedRequest,
  network: WarningNetwork,
) => ({
  ...toCallDocument(calls[0]),
  ...(totals !== undefined && { totals: totals.map(toFieldDocument) }),
  ...(notes.length > 0 && {
    notes: notes.map((note) => toNoteDocument(note, network)),
  }),
  dangers: dangers.map((danger) => ({
    type: danger._tag,
    confirm: describeDanger(danger, network).value,
    ...("until" in danger && danger.until !== undefined && { until: new Date(danger.until).toISOString() }),
  })),
})

const toNoteDocument = (note: RequestNote, network: Pick<Network, "nativeCurrency">) => {
  const { _tag: type, ...facts } = note
  const text = describeNote(note, network)
  return note._tag === "Unread" ? { type, sends: note.value, text } : { type, ...facts, text }
}

/** Converts one call or message to its JSON document. `sentence` and `sends` are public keys of the JSON. */
export const toCallDocument = (call: Explanation): Readonly<Record<string, unknown>> => ({
  intent: call.intent,
  sentence: call.interpolatedIntent,
  owner: call.owner,
  contractName: call.contractName,
  contract: call.contract,
  sends: call.value,
  fields: call.fields.map(toFieldDocument),
  digest: call.digest,
})

const toFieldDocument = ({ label, text, value }: ExplainedField) => {
  switch (value._tag) {
    case "Text":
      return { label, text }
    case "Address":
      return { label, text, address: value.address, name: value.name }
    case "Amount":
      return { label, text, value: value.units, token: value.token, unlimited: value.unlimited }
    case "Call":
      return { label, text, call: toCallDocument(value.call) }
  }
}

/** Converts a signature request to fields, one per line. A long one starts with its totals. */
export const toReviewFields = (
  { calls, notes = [], totals = [] }: ReviewedRequest,
  network: Pick<Network, "nativeCurrency">,
): readonly Field[] => [
  ...(totals.length > 0 ? [{ label: "In all", text: "Over all lines of the list below:" }] : []),
  ...totals.map((field) => ({ label: field.label, text: formatFieldText(field, null) })),
  ...toExplanationFields(calls[0], network),
  ...notes.map((note) => ({ label: "Note", text: describeNote(note, network) })),
]

/** Converts a call or message to fields, one per line. */
export const toExplanationFields = (
  explanation: Explanation,
  network: Pick<Network, "nativeCurrency">,
): readonly Field[] => {
  const { digest, intent, owner, interpolatedIntent } = explanation
  return [
    { label: "Purpose", text: intent ?? "! Unknown: could not be decoded" },
    ...(interpolatedIntent === null ? [] : [{ label: "Summary", text: interpolatedIntent }]),
    ...(owner === null ? [] : [{ label: "Owner", text: owner }]),
    ...toCallFields(explanation, network),
    { label: "Digest", text: digest },
  ]
}

/** Converts a call to its contract, value and fields. A nested call follows its field, indented by one level. */
const toCallFields = (call: Explanation, network: Pick<Network, "nativeCurrency">): readonly Field[] => {
  const { contract, contractName, value } = call
  const name = contractName === null ? "" : `${contractName}\n`
  return [
    ...(contract === null ? [] : [{ label: "Contract", text: name + formatAddressGroups(contract) }]),
    ...(value === 0n ? [] : [{ label: "Value", text: formatTokenAmount(value, toNativeToken(network)) }]),
    ...call.fields.flatMap((field) => {
      const own = { label: field.label, text: formatFieldText(field, contract) }
      if (field.value._tag !== "Call") return [own]
      const inner = toCallFields(field.value.call, network)
      return [own, ...inner.map(({ label, text }) => ({ label: `· ${label}`, text }))]
    }),
  ]
}

/** Adds the token's address to an amount unless the token is the called contract: any token may call itself USDC. */
const formatFieldText = ({ text, value }: ExplainedField, contract: string | null): string => {
  if (value._tag === "Address" && value.name === null) return formatAddressGroups(text)
  const token = value._tag === "Amount" && value.token !== contract ? value.token : null
  return token === null ? text : `${text}\n${formatAddressGroups(token)}`
}
