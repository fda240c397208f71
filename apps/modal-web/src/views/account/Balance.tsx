import type { NativeBalance } from "@wmodal/core"
import { useMessages } from "../../messages/Translate.tsx"
import { Amount } from "../../ui/Amount.tsx"

/** The account's native balance. Its errors are shown with the tokens below. */
export const Balance = ({ balance }: { readonly balance: NativeBalance }) => {
  const { t } = useMessages()
  switch (balance._tag) {
    case "Loading":
      return <BalanceLoading />
    case "Loaded":
      return <Amount text={balance.text} symbol={balance.symbol} label={t("account.balance")} />
    case "Failed":
      return (
        <p className="amount faint">
          <span className="hidden">{t("account.balanceUnknown")}</span>
          <span className="dash" aria-hidden="true" />
        </p>
      )
  }
}

/** A placeholder as high as the balance. */
export const BalanceLoading = () => {
  const { t } = useMessages()
  return (
    <p className="amount" role="status">
      <span className="hidden">{t("account.balanceLoading")}</span>
      <span className="skeleton-text skeleton" aria-hidden="true" />
    </p>
  )
}
