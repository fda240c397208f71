import type { WalletEntry } from "@wmodal/core"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useWords } from "../../messages/Words.tsx"
import { Asking } from "../../ui/Asking.tsx"
import { Button } from "../../ui/Button.tsx"
import { PhonePicture } from "./PhonePicture.tsx"

export interface BrowserWalletProps {
  readonly wallet: WalletEntry
  readonly installed: boolean
}

/** A wallet that is asked in this browser, or that would have to be installed in it first. */
export const BrowserWallet = ({ wallet, installed }: BrowserWalletProps) => {
  const { engine, run } = useEngine()
  const { t } = useWords()
  const { name } = wallet
  const picture = <PhonePicture wallet={wallet} size="big" />
  return installed ? (
    <Asking
      picture={picture}
      ring="still"
      title={t("phone.here", { wallet: name })}
      text={t("phone.hereText")}
    >
      <Button onPress={() => run(engine.connectors.pickEntry(wallet))}>{t("phone.hereGo")}</Button>
    </Asking>
  ) : (
    <Asking
      picture={picture}
      ring="still"
      title={t("phone.notDetected", { wallet: name })}
      text={t("phone.notDetectedText")}
    >
      <Button onPress={() => run(engine.router.push({ _tag: "Downloads", wallet }))}>
        {t("connecting.get", { wallet: name })}
      </Button>
    </Asking>
  )
}
