import { EngineError } from "@wmodal/core"
import { useWords } from "../../messages/Words.tsx"
import { ProblemNotice } from "../ProblemNotice.tsx"

/** Says that the page gave no way to reach a wallet. */
export const NoAdapter = () => {
  const { t } = useWords()
  return (
    <ProblemNotice
      problem={new EngineError({ reason: { _tag: "AdapterNotFound", what: t("adapter.anyWallet") } })}
    />
  )
}
