import { printableText, type WalletRequest } from "@wmodal/chains"
import { useWords } from "../../messages/Words.tsx"
import { Details } from "../../ui/Details.tsx"

/** Characters that are shown. */
const longest = 20_000

/** The request itself, for whoever can read it. A message is there already. */
export const RawRequest = ({ request }: { readonly request: WalletRequest }) => {
  const { t } = useWords()
  if (request._tag === "Message") return null
  return (
    <Details
      summary={t("request.raw")}
      text={printableText(rawOf(request), longest)}
      label={t("request.copy")}
      copied={t("shell.copied")}
      failed={t("shell.copyFailed")}
    />
  )
}

const rawOf = (request: Exclude<WalletRequest, { readonly _tag: "Message" }>): string => {
  switch (request._tag) {
    case "Transaction":
      return indented(request.transaction)
    case "Transactions":
      return indented(request.transactions)
    case "Calls":
      return indented(request.calls.map((call) => ({ ...call, value: call.value.toString() })))
    case "TypedData":
      return indented(parsed(request.typedData))
    case "Other":
      return `${request.method}\n${indented(parsed(request.params))}`
  }
}

const indented = (value: unknown): string => JSON.stringify(value, null, 2)

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
