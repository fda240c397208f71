import { walletConnectId } from "@wmodal/chains/walletconnect"
import { EngineError, type WalletEntry, type WalletPlatform } from "@wmodal/core"
import type { Namespace } from "@wmodal/protocol"
import { useState } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Button } from "../../ui/Button.tsx"
import { FocusOnMount } from "../../ui/FocusOnMount.tsx"
import { PendingStatus } from "../../ui/PendingStatus.tsx"
import { ProblemNotice } from "../ProblemNotice.tsx"
import { BrowserWallet } from "./BrowserWallet.tsx"
import { NoAdapter } from "./NoAdapter.tsx"
import { OpenApp } from "./OpenApp.tsx"
import { PairingFailed } from "./PairingFailed.tsx"
import { PairingImage } from "./PairingImage.tsx"
import type { PairingPhase } from "./pairingPhase.ts"
import { ScanCode } from "./ScanCode.tsx"

export interface PairingMethodProps {
  readonly wallet: WalletEntry | null
  readonly platform: WalletPlatform
  /** The chain to connect; by default the one in use. */
  readonly namespace: Namespace | undefined
  readonly phase: PairingPhase
}

/** One way to reach a remote wallet, in its current phase. */
export const PairingMethod = ({ wallet, platform, namespace, phase }: PairingMethodProps) => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  // The pressed button is removed with its state, so the focus moves to its replacement.
  const [again, setAgain] = useState(false)
  const retry = () => {
    setAgain(true)
    run(engine.connection.connect(walletConnectId, namespace))
  }
  const picture = <PairingImage wallet={wallet} size="big" />

  if (platform === "browser" && wallet !== null) return <BrowserWallet wallet={wallet} installed />
  if (!engine.pairing.available) return <Unreachable />
  switch (phase._tag) {
    case "Making":
    case "Waiting": {
      const asked = { link: phase._tag === "Waiting" ? phase.link : null }
      const slow = phase._tag === "Waiting" && phase.slow
      const panel =
        wallet === null || platform === "qrcode" || platform === "browser" ? (
          <ScanCode wallet={wallet} slow={slow} {...asked} />
        ) : (
          <OpenApp wallet={wallet} platform={platform} slow={slow} {...asked} />
        )
      return again ? <FocusOnMount>{panel}</FocusOnMount> : panel
    }
    case "Failed":
      return <PairingFailed wallet={wallet} problem={phase.problem} onAgain={retry} />
    case "Stopped":
      return (
        <PendingStatus
          picture={picture}
          ring="still"
          title={t("phone.stopped")}
          text={t("phone.stoppedText")}
        >
          <Button onPress={retry}>{t(platform === "qrcode" ? "phone.newCode" : "action.tryAgain")}</Button>
        </PendingStatus>
      )
    case "Connected":
      return (
        <PendingStatus picture={picture} ring="ok" title={t("phone.connected", { wallet: phase.name })} />
      )
  }
}

/** A notice that the page has configured no relay, or no chain. */
const Unreachable = () => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
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
