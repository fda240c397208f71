import type { NativeBalance } from "@wmodal/core"
import { useMessages } from "../../messages/Translate.tsx"
import { Amount } from "../../ui/Amount.tsx"

/** What the account holds in the network's own currency. What is wrong with it stands with the tokens below. */
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

/** As high as the amount that will be there. */
export const BalanceLoading = () => {
  const { t } = useMessages()
  return (
    <p className="amount" role="status">
      <span className="hidden">{t("account.balanceLoading")}</span>
      <span className="skeleton-text skeleton" aria-hidden="true" />
    </p>
  )
}
