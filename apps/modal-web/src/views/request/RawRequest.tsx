import { sanitizeText, type WalletRequest } from "@wmodal/chains"
import { useMessages } from "../../messages/Translate.tsx"
import { Details } from "../../ui/Details.tsx"

/** The maximum number of characters that are shown. */
const maxRawLength = 20_000

/** The raw request, for experts. A message is already shown above. */
export const RawRequest = ({ request }: { readonly request: WalletRequest }) => {
  const { t } = useMessages()
  if (request._tag === "Message") return null
  return (
    <Details
      summary={t("request.raw")}
      text={sanitizeText(formatRawRequest(request), maxRawLength)}
      label={t("request.copy")}
    />
  )
}

const formatRawRequest = (request: Exclude<WalletRequest, { readonly _tag: "Message" }>): string => {
  switch (request._tag) {
    case "Transaction":
      return formatJson(request.transaction)
    case "Transactions":
      return formatJson(request.transactions)
    case "Calls":
      return formatJson(request.calls.map((call) => ({ ...call, value: call.value.toString() })))
    case "TypedData":
      return formatJson(tryParseJson(request.typedData))
    case "Other":
      return `${request.method}\n${formatJson(tryParseJson(request.params))}`
  }
}

const formatJson = (value: unknown): string => JSON.stringify(value, null, 2)

const tryParseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
