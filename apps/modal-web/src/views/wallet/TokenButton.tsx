import type { Token } from "@wmodal/core/flows"
import { useMessages } from "../../messages/Translate.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { RemoteImage } from "../../ui/RemoteImage.tsx"

export interface TokenButtonProps {
  /** `null` while no token is selected. */
  readonly token: Token | null
  /** The label of a selected token. */
  readonly label: string
  readonly onPress: () => void
}

/** The selected token; a press opens the list of tokens. */
export const TokenButton = ({ token, label, onPress }: TokenButtonProps) => {
  const { t } = useMessages()
  return (
    <button type="button" className="token-button" onClick={onPress}>
      {token === null ? (
        <span>{t("send.chooseToken")}</span>
      ) : (
        <>
          <span className="hidden">{label}</span>
          <RemoteImage source={token.icon} name={token.symbol} shape="network" />
          <bdi aria-hidden="true">{token.symbol}</bdi>
        </>
      )}
      <Icon name="down" />
    </button>
  )
}
