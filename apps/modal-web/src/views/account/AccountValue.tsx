import type { AccountState } from "@wmodal/core"
import type { HoldingsState } from "@wmodal/core/flows"
import { truncate } from "@wmodal/protocol"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Avatar } from "../../ui/Avatar.tsx"
import { Badge } from "../../ui/Badge.tsx"
import { FiatAmount } from "../../ui/FiatAmount.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { addressTruncation } from "./accountTruncation.ts"
import { Balance, BalanceLoading } from "./Balance.tsx"

/** The account and its total value; without a known value, its native balance. */
export const AccountValue = ({ account }: { readonly account: AccountState }) => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const { holdings, accounts } = useFlows()
  const entries = useValue(accounts.entries)
  const several = entries.length > 1
  const inUse = entries.find((entry) => entry.selected && entry.account === account.caipAddress)
  return (
    <div className="hero">
      <button
        type="button"
        className="avatar-button"
        aria-label={t("account.accounts")}
        onClick={() => run(engine.router.push({ _tag: "Profile" }))}
      >
        <Avatar address={account.address} image={account.profileImage} />
        {several && <Icon name="down" />}
      </button>
      <Total state={useValue(holdings.state)} account={account} />
      {account.profileName !== null && (
        <p className="hero-detail">
          <bdi dir="ltr">{truncate(account.address, addressTruncation)}</bdi>
        </p>
      )}
      {inUse?.type === "smartAccount" && <Badge>{t("profile.smartAccount")}</Badge>}
    </div>
  )
}

const Total = ({ state, account }: { readonly state: HoldingsState; readonly account: AccountState }) => {
  const { t } = useMessages()
  if (state._tag === "Loading" || state._tag === "Disconnected") return <BalanceLoading />
  return state._tag === "Held" && state.total !== null ? (
    <FiatAmount value={state.total} label={t("account.balance")} />
  ) : (
    <Balance balance={account.balance} />
  )
}
