import type { Explained, ExplainedField, Explanation } from "@wmodal/chains"
import type { Network } from "@wmodal/protocol"
import { valueOfDanger } from "./dangers.ts"

/** What was signed in words, as a document. */
export const explanationDocument = ({ calls, dangers }: Explained, network: Pick<Network, "id">) => ({
  ...callDocument(calls[0]),
  dangers: dangers.map((danger) => ({ type: danger._tag, confirm: valueOfDanger(danger, network) })),
})

/** One call, or one thing to sign, in words, as a document. */
export const callDocument = ({
  contract,
  contractName,
  digest,
  fields,
  intent,
  owner,
  sentence,
  value,
}: Explanation): Readonly<Record<string, unknown>> => ({
  intent,
  sentence,
  owner,
  contractName,
  contract,
  sends: value,
  fields: fields.map(ofField),
  digest,
})

const ofField = ({ label, text, value }: ExplainedField) => {
  switch (value._tag) {
    case "Text":
      return { label, text }
    case "Address":
      return { label, text, address: value.address, name: value.name }
    case "Amount":
      return { label, text, value: value.units, token: value.token, unlimited: value.unlimited }
    case "Call":
      return { label, text, call: callDocument(value.call) }
  }
}
