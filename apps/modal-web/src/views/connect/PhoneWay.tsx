import { walletConnectId } from "@wmodal/chains/walletconnect"
import { EngineError, type WalletEntry, type WalletPlatform } from "@wmodal/core"
import type { Namespace } from "@wmodal/protocol"
import { useState } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { useWords } from "../../messages/Words.tsx"
import { Asking } from "../../ui/Asking.tsx"
import { Button } from "../../ui/Button.tsx"
import { Focused } from "../../ui/Focused.tsx"
import { ProblemNotice } from "../ProblemNotice.tsx"
import { BrowserWallet } from "./BrowserWallet.tsx"
import { NoAdapter } from "./NoAdapter.tsx"
import { OpenApp } from "./OpenApp.tsx"
import { PhoneFailed } from "./PhoneFailed.tsx"
import { PhonePicture } from "./PhonePicture.tsx"
import type { PhonePhase } from "./phonePhase.ts"
import { ScanCode } from "./ScanCode.tsx"

export interface PhoneWayProps {
  readonly wallet: WalletEntry | null
  readonly platform: WalletPlatform
  /** The chain that it is asked for; the one in use where none is. */
  readonly namespace: Namespace | undefined
  readonly phase: PhonePhase
}

/** One way to ask a wallet elsewhere, as far as that has come. */
export const PhoneWay = ({ wallet, platform, namespace, phase }: PhoneWayProps) => {
  const { engine, run } = useEngine()
  const { t } = useWords()
  // What a person has pressed goes with its state: the focus goes to what takes its place.
  const [again, setAgain] = useState(false)
  const retry = () => {
    setAgain(true)
    run(engine.connection.connect(walletConnectId, namespace))
  }
  const picture = <PhonePicture wallet={wallet} size="big" />

  if (platform === "browser" && wallet !== null) return <BrowserWallet wallet={wallet} installed />
  if (!engine.pairing.available) return <Unreachable />
  switch (phase._tag) {
    case "Making":
    case "Waiting": {
      const asked = { link: phase._tag === "Waiting" ? phase.link : null }
      const slow = phase._tag === "Waiting" && phase.slow
      const panel =
        wallet === null || platform === "qrcode" || platform === "browser" ? (
          <ScanCode wallet={wallet} {...asked} />
        ) : (
          <OpenApp wallet={wallet} platform={platform} slow={slow} {...asked} />
        )
      return again ? <Focused>{panel}</Focused> : panel
    }
    case "Failed":
      return <PhoneFailed wallet={wallet} problem={phase.problem} onAgain={retry} />
    case "Stopped":
      return (
        <Asking picture={picture} ring="still" title={t("phone.stopped")} text={t("phone.stoppedText")}>
          <Button onPress={retry}>{t(platform === "qrcode" ? "phone.newCode" : "action.tryAgain")}</Button>
        </Asking>
      )
    case "Connected":
      return <Asking picture={picture} ring="ok" title={t("phone.connected", { wallet: phase.name })} />
  }
}

/** The page has named no relay, or no chain at all. */
const Unreachable = () => {
  const { engine, run } = useEngine()
  const { t } = useWords()
  const { history } = useValue(engine.router.state)
  if (engine.options.chains.length === 0) return <NoAdapter />
  return (
    <>
      <ProblemNotice problem={notFound} />
      {history.length > 1 && (
        <Button onPress={() => run(engine.router.goBack)}>{t("action.chooseOther")}</Button>
      )}
    </>
  )
}

const notFound = new EngineError({ reason: { _tag: "WalletConnectNotFound" } })
