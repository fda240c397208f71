import type { ExplainedField, Explanation, ReviewedRequest } from "@wmodal/chains"
import { describeDanger, type WarningNetwork } from "./dangers.ts"

/** Converts a reviewed request to its JSON document. */
export const toExplanationDocument = ({ calls, dangers }: ReviewedRequest, network: WarningNetwork) => ({
  ...toCallDocument(calls[0]),
  dangers: dangers.map((danger) => ({ type: danger._tag, confirm: describeDanger(danger, network).value })),
})

/** Converts one call or message to its JSON document. */
export const toCallDocument = ({
  contract,
  contractName,
  digest,
  fields,
  intent,
  owner,
  interpolatedIntent,
  value,
}: Explanation): Readonly<Record<string, unknown>> => ({
  intent,
  // `sentence` is a public key of the JSON.
  sentence: interpolatedIntent,
  owner,
  contractName,
  contract,
  sends: value,
  fields: fields.map(toFieldDocument),
  digest,
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
