import { walletConnectId } from "@wmodal/chains/walletconnect"
import { EngineError, platformsOf, type WalletEntry, type WalletPlatform } from "@wmodal/core"
import { useState } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { useWords } from "../../messages/Words.tsx"
import { Asking } from "../../ui/Asking.tsx"
import { Button } from "../../ui/Button.tsx"
import { Focused } from "../../ui/Focused.tsx"
import { Tabs } from "../../ui/Tabs.tsx"
import { ProblemNotice } from "../ProblemNotice.tsx"
import { BrowserWallet } from "./BrowserWallet.tsx"
import { NoAdapter } from "./NoAdapter.tsx"
import { OpenApp } from "./OpenApp.tsx"
import { PhoneFailed } from "./PhoneFailed.tsx"
import { PhonePicture } from "./PhonePicture.tsx"
import { phonePhase } from "./phonePhase.ts"
import { ScanCode } from "./ScanCode.tsx"

export interface ConnectingWalletConnectProps {
  /** `null`: any wallet, by its code. */
  readonly wallet: WalletEntry | null
}

/** A wallet elsewhere is asked: by a code to scan, or by its app. */
export const ConnectingWalletConnect = ({ wallet }: ConnectingWalletConnectProps) => {
  const { engine, place } = useEngine()
  const { t } = useWords()
  const installed = useValue(engine.connectors.all).some(
    ({ type, rdns, explorerId }) =>
      type !== "WALLET_CONNECT" &&
      ((rdns !== null && rdns === wallet?.rdns) || (explorerId !== null && explorerId === wallet?.id)),
  )
  const platforms = platformsOf({ entry: wallet, mobile: place.mobile, installed })
  const [wanted, want] = useState<WalletPlatform | null>(null)
  const platform = platforms.find((one) => one === wanted) ?? platforms[0]
  if (wallet !== null && (platform === undefined || platform === "browser") && platforms.length <= 1)
    return <BrowserWallet wallet={wallet} installed={installed} />
  const panel = <Way key={platform} wallet={wallet} platform={platform ?? "qrcode"} />
  return platforms.length > 1 && platform !== undefined ? (
    <Tabs
      label={t("phone.ways")}
      current={platform}
      onChoose={want}
      tabs={platforms.map((key) => ({ key, label: t("phone.way", { way: key }) }))}
    >
      {panel}
    </Tabs>
  ) : (
    panel
  )
}

interface WayProps extends ConnectingWalletConnectProps {
  readonly platform: WalletPlatform
}

/** One way to ask it, as far as that has come. */
const Way = ({ wallet, platform }: WayProps) => {
  const { engine, run } = useEngine()
  const { t } = useWords()
  const link = useValue(engine.pairing.link)
  const phase = phonePhase(useValue(engine.connection.state), link)
  // What a person has pressed goes with its state: the focus goes to what takes its place.
  const [again, setAgain] = useState(false)
  const retry = () => {
    setAgain(true)
    run(wallet === null ? engine.connection.connect(walletConnectId) : engine.connectors.pickEntry(wallet))
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
          <Button onPress={retry}>{t("phone.newCode")}</Button>
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
