import { EngineError } from "@wmodal/core"
import { useMessages } from "../../messages/Translate.tsx"
import { ProblemNotice } from "../ProblemNotice.tsx"

/** A notice that the page configured no way to reach a wallet. */
export const NoAdapter = () => {
  const { t } = useMessages()
  return (
    <ProblemNotice
      problem={new EngineError({ reason: { _tag: "AdapterNotFound", what: t("adapter.anyWallet") } })}
    />
  )
}
