import { type NativeBalance, present } from "@wmodal/core"
import { useWords } from "../../messages/Words.tsx"
import { Amount } from "../../ui/Amount.tsx"
import { Notice } from "../../ui/Notice.tsx"

export interface BalanceProps {
  readonly balance: NativeBalance
  readonly onRetry: () => void
}

/** What the account holds in the network's own currency. */
export const Balance = ({ balance, onRetry }: BalanceProps) => {
  const { t, say } = useWords()
  switch (balance._tag) {
    case "Loading":
      return (
        <p className="amount" role="status">
          <span className="hidden">{t("account.balanceLoading")}</span>
          <span className="skeleton-text skeleton" aria-hidden="true" />
        </p>
      )
    case "Loaded":
      return (
        <>
          <Amount text={balance.text} symbol={balance.symbol} label={t("account.balance")} />
          {balance.stale && (
            <Notice tone="warn" title={t("account.balanceOld")}>
              <Again onRetry={onRetry} />
            </Notice>
          )}
        </>
      )
    case "Failed": {
      const { title, body } = present(balance.problem)
      return (
        <Notice tone="warn" title={say(title)} text={say(body)}>
          <Again onRetry={onRetry} />
        </Notice>
      )
    }
  }
}

const Again = ({ onRetry }: Pick<BalanceProps, "onRetry">) => {
  const { t } = useWords()
  return (
    <span className="notice-actions">
      <button type="button" className="chip" onClick={onRetry}>
        {t("shell.tryAgain")}
      </button>
    </span>
  )
}
