import type { Token } from "@wmodal/core/flows"
import { useWords } from "../../messages/Words.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { Picture } from "../../ui/Picture.tsx"

export interface TokenButtonProps {
  /** `null` where none is chosen yet. */
  readonly token: Token | null
  /** What it is called where one is chosen. */
  readonly label: string
  readonly onPress: () => void
}

/** Which token it is; pressed, it leads to the others. */
export const TokenButton = ({ token, label, onPress }: TokenButtonProps) => {
  const { t } = useWords()
  return (
    <button type="button" className="token-button" onClick={onPress}>
      {token === null ? (
        <span>{t("send.chooseToken")}</span>
      ) : (
        <>
          <span className="hidden">{label}</span>
          <Picture source={token.icon} name={token.symbol} shape="network" />
          <bdi aria-hidden="true">{token.symbol}</bdi>
        </>
      )}
      <Icon name="down" />
    </button>
  )
}
