import type { Token } from "@wmodal/core/flows"
import { useMessages } from "../../messages/Translate.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { RemoteImage } from "../../ui/RemoteImage.tsx"

export interface TokenButtonProps {
  /** `null` where none is chosen yet. */
  readonly token: Token | null
  /** What it is called where one is chosen. */
  readonly label: string
  readonly onPress: () => void
}

/** Which token it is; pressed, it leads to the others. */
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
