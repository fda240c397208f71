import type { Network } from "@wmodal/protocol"
import type { ReactNode } from "react"
import type { MessageId } from "../../messages/Catalogue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Button } from "../../ui/Button.tsx"
import { FocusOnMount } from "../../ui/FocusOnMount.tsx"
import { PendingStatus } from "../../ui/PendingStatus.tsx"
import { RemoteImage } from "../../ui/RemoteImage.tsx"
import { OpenAgain } from "./OpenAgain.tsx"
import { useIsSettled } from "./ReviewForm.tsx"
import { useApprovalLocation } from "./useApprovalLocation.ts"

export interface WalletPromptProps {
  /** The network of the requested wallet. */
  readonly network: Network
  /** Returns the request's text for a wallet name. */
  readonly text: (wallet: string) => string
  /** The text after a minute without a response: the possible outcomes. */
  readonly slow: MessageId | null
  /** Facts to compare with those in the wallet. */
  readonly children: ReactNode
  readonly onStop: () => void
}

/** A request that is pending in the wallet. Leaving does not cancel it, and the text states that. */
export const WalletPrompt = ({ network, text, slow, children, onStop }: WalletPromptProps) => {
  const { t } = useMessages()
  // The second press of a double click on the review was not aimed at this button.
  const settled = useIsSettled(network.caipNetworkId)
  const { app, said, wallet } = useApprovalLocation(network.chainNamespace)
  const name = wallet?.name ?? t("send.yourWallet")
  return (
    <FocusOnMount>
      <PendingStatus
        picture={<RemoteImage source={wallet?.icon ?? null} name={name} shape="wallet" size="big" />}
        ring="turning"
        title={t(slow === null ? "send.asking" : "send.slow", said)}
        text={slow === null ? text(name) : t(slow, said)}
      >
        <div className="send-card centred">{children}</div>
        <OpenAgain app={app} />
        <Button tone="quiet" settled={settled} onPress={onStop}>
          {t("send.stopWaiting")}
        </Button>
      </PendingStatus>
    </FocusOnMount>
  )
}
