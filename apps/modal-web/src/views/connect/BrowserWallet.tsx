import type { WalletEntry } from "@wmodal/core"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useMessages } from "../../messages/Translate.tsx"
import { Button } from "../../ui/Button.tsx"
import { PendingStatus } from "../../ui/PendingStatus.tsx"
import { PairingImage } from "./PairingImage.tsx"

export interface BrowserWalletProps {
  readonly wallet: WalletEntry
  readonly installed: boolean
}

/** A wallet of this browser: connects it, or links to its installation first. */
export const BrowserWallet = ({ wallet, installed }: BrowserWalletProps) => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const { name } = wallet
  const picture = <PairingImage wallet={wallet} size="big" />
  return installed ? (
    <PendingStatus
      picture={picture}
      ring="still"
      title={t("phone.here", { wallet: name })}
      text={t("phone.hereText")}
    >
      <Button onPress={() => run(engine.connectors.pickEntry(wallet))}>{t("phone.hereGo")}</Button>
    </PendingStatus>
  ) : (
    <PendingStatus
      picture={picture}
      ring="still"
      title={t("phone.notDetected", { wallet: name })}
      text={t("phone.notDetectedText")}
    >
      <Button onPress={() => run(engine.router.push({ _tag: "Downloads", wallet }))}>
        {t("connecting.get", { wallet: name })}
      </Button>
    </PendingStatus>
  )
}
