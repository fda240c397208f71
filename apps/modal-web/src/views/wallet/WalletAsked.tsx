import type { Network } from "@wmodal/protocol"
import type { ReactNode } from "react"
import { connectedOn } from "../../binding/connected.ts"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import type { MessageId } from "../../messages/Catalogue.ts"
import { useWords } from "../../messages/Words.tsx"
import { Asking } from "../../ui/Asking.tsx"
import { Button } from "../../ui/Button.tsx"
import { Focused } from "../../ui/Focused.tsx"
import { Picture } from "../../ui/Picture.tsx"
import { OpenAgain } from "./OpenAgain.tsx"
import { useWhereAsked } from "./useWhereAsked.ts"

export interface WalletAskedProps {
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
export const WalletAsked = ({ network, text, slow, children, onStop }: WalletAskedProps) => {
  const { engine } = useEngine()
  const { t } = useWords()
  const connected = connectedOn(useValue(engine.connection.state), network.chainNamespace)
  const { app, said } = useWhereAsked(network.chainNamespace)
  const wallet = connected?.wallet.name ?? t("send.yourWallet")
  return (
    <Focused>
      <Asking
        picture={<Picture source={connected?.wallet.icon ?? null} name={wallet} shape="wallet" size="big" />}
        ring="turning"
        title={t(slow === null ? "send.asking" : "send.slow", said)}
        text={slow === null ? text(wallet) : t(slow, said)}
      >
        <div className="send-card centred">{children}</div>
        <OpenAgain app={app} />
        <Button tone="quiet" onPress={onStop}>
          {t("send.stopWaiting")}
        </Button>
      </Asking>
    </Focused>
  )
}
