import { type FlowProblem, getExplorerLink, type LedgerEntry } from "@wmodal/core/flows"
import type { Network } from "@wmodal/protocol"
import { hasKey } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import { useState } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Button } from "../../ui/Button.tsx"
import { LinkButton } from "../../ui/LinkButton.tsx"
import { FlowFailure } from "../wallet/FlowFailure.tsx"
import { getEntryPhase } from "./entryPhase.ts"

export interface EntryActionProps {
  readonly entry: LedgerEntry
  readonly network: Network | null
  readonly onDone: () => void
}

/** The next action for a requested transaction. */
export const EntryAction = ({ entry, network, onDone }: EntryActionProps) => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const { send } = useFlows()
  const { next } = getEntryPhase(entry)
  if (next === "checkAgain") return <CheckAgain id={entry.id} />
  if (next === "sendAgain" && engine.options.features.send) {
    const again = Effect.andThen(send.begin(), engine.router.replace({ _tag: "WalletSend" }))
    return <Button onPress={() => run(again)}>{t("entry.sendAgain")}</Button>
  }
  const other =
    hasKey(entry.state, "by") && network !== null ? getExplorerLink(network, `tx/${entry.state.by}`) : null
  if (next === "showOther" && other !== null) {
    return (
      <LinkButton href={other} label={t("entry.showOtherOpens")}>
        {t("entry.showOther")}
      </LinkButton>
    )
  }
  return <Button onPress={onDone}>{t("entry.done")}</Button>
}

const CheckAgain = ({ id }: { readonly id: string }) => {
  const { run } = useEngine()
  const { t } = useMessages()
  const { ledger } = useFlows()
  const [outcome, setOutcome] = useState<"none" | "checking" | "checked" | FlowProblem>("none")
  const check = () => {
    if (outcome === "checking") return
    setOutcome("checking")
    run(
      Effect.flatMap(Effect.result(ledger.checkAgain(id)), (looked) =>
        Effect.sync(() => setOutcome(Result.isFailure(looked) ? looked.failure : "checked")),
      ),
    )
  }
  return (
    <>
      {typeof outcome === "object" && <FlowFailure during="look" problem={outcome} />}
      <p className="hidden" role="status">
        {outcome === "checked" && t("entry.checked")}
      </p>
      <Button onPress={check}>{t(outcome === "checking" ? "entry.checking" : "action.checkAgain")}</Button>
    </>
  )
}
