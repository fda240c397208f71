import type { Network } from "@wmodal/protocol"
import type { ReactNode } from "react"
import { getConnected } from "../../binding/connectionStates.ts"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import type { MessageId } from "../../messages/Catalogue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Button } from "../../ui/Button.tsx"
import { FocusOnMount } from "../../ui/FocusOnMount.tsx"
import { PendingStatus } from "../../ui/PendingStatus.tsx"
import { RemoteImage } from "../../ui/RemoteImage.tsx"
import { OpenAgain } from "./OpenAgain.tsx"
import { useApprovalLocation } from "./useApprovalLocation.ts"

export interface WalletPromptProps {
  /** Whose wallet is asked. */
  readonly network: Network
  /** What the wallet of this name asks for. */
  readonly text: (wallet: string) => string
  /** The same after a minute without an answer: what may still come of it. */
  readonly slow: MessageId | null
  /** What to compare with what the wallet shows. */
  readonly children: ReactNode
  readonly onStop: () => void
}

/** The wallet has the question. Whoever stops waiting takes nothing back, and is told so. */
export const WalletPrompt = ({ network, text, slow, children, onStop }: WalletPromptProps) => {
  const { engine } = useEngine()
  const { t } = useMessages()
  const connected = getConnected(useValue(engine.connection.state), network.chainNamespace)
  const { app, said } = useApprovalLocation(network.chainNamespace)
  const wallet = connected?.wallet.name ?? t("send.yourWallet")
  return (
    <FocusOnMount>
      <PendingStatus
        picture={
          <RemoteImage source={connected?.wallet.icon ?? null} name={wallet} shape="wallet" size="big" />
        }
        ring="turning"
        title={t(slow === null ? "send.asking" : "send.slow", said)}
        text={slow === null ? text(wallet) : t(slow, said)}
      >
        <div className="send-card centred">{children}</div>
        <OpenAgain app={app} />
        <Button tone="quiet" onPress={onStop}>
          {t("send.stopWaiting")}
        </Button>
      </PendingStatus>
    </FocusOnMount>
  )
}
