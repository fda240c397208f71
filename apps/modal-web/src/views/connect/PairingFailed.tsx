import { type Problem, presentProblem, type WalletEntry } from "@wmodal/core"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Button } from "../../ui/Button.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { PendingStatus } from "../../ui/PendingStatus.tsx"
import { ProblemNotice } from "../ProblemNotice.tsx"
import { PairingImage } from "./PairingImage.tsx"

export interface PairingFailedProps {
  readonly wallet: WalletEntry | null
  readonly problem: Problem
  readonly onAgain: () => void
}

/** The reason why no wallet has connected, and the next action. */
export const PairingFailed = ({ wallet, problem, onAgain }: PairingFailedProps) => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const { action, code } = presentProblem(problem)
  // The alert above every view already shows a failure of the whole page.
  const alert = useValue(engine.alerts.current)
  const said = alert !== null && presentProblem(alert).code === code
  const blocked = action === "chooseOther" || action === "install" || action === "dismiss"
  return (
    <PendingStatus
      picture={<PairingImage wallet={wallet} size="big" />}
      ring="bad"
      title={wallet === null ? t("phone.failed") : t("connecting.ended", { wallet: wallet.name })}
    >
      {said ? null : code === "walletOffline" ? (
        <Notice tone="bad" title={t("phone.unreachable")} text={t("phone.unreachableText")} />
      ) : (
        <ProblemNotice problem={problem} />
      )}
      {code === "expired" && <p className="scan-note">{t("phone.clockExpired")}</p>}
      {blocked ? (
        <Button onPress={() => run(engine.router.goBack)}>{t("action.chooseOther")}</Button>
      ) : (
        <Button onPress={onAgain}>{t(code === "expired" ? "phone.newCode" : "action.tryAgain")}</Button>
      )}
    </PendingStatus>
  )
}
