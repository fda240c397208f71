import type { WalletInfo } from "@wmodal/core"
import { type CaipAddress, type Namespace, truncate } from "@wmodal/protocol"
import type { ReactNode } from "react"
import { parseAccount } from "../../binding/parseAccount.ts"
import { isolateText } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { RemoteImage } from "../../ui/RemoteImage.tsx"
import { isEmbedded } from "../email/isEmbedded.ts"

export interface ConnectedRowProps {
  readonly namespace: Namespace
  readonly wallet: WalletInfo
  readonly account: CaipAddress
  /** Actions at the end of the row, which leave less space for text. */
  readonly children?: ReactNode
}

/** One connection: its wallet, chain and account. The embedded wallet has no name of its own. */
export const ConnectedRow = ({ namespace, wallet, account, children }: ConnectedRowProps) => {
  const { t } = useMessages()
  const embedded = isEmbedded({ wallet })
  const address = truncate(parseAccount(account).address)
  return (
    <div className="row still wallet-row">
      {embedded ? (
        <span className="tile">
          <Icon name="wallet" />
        </span>
      ) : (
        <RemoteImage source={wallet.icon} name={wallet.name} shape="wallet" />
      )}
      <span className="row-text">
        <span className="row-title">
          {embedded ? t("embedded.onChain", { namespace }) : <bdi>{wallet.name}</bdi>}
        </span>
        {!embedded && (
          <span className="row-detail">
            {children
              ? t("chain.name", { namespace })
              : t("chain.account", { namespace, address: isolateText(address) })}
          </span>
        )}
        {(embedded || children) && (
          <span className="row-detail">
            <bdi dir="ltr">{address}</bdi>
          </span>
        )}
      </span>
      {children}
    </div>
  )
}
