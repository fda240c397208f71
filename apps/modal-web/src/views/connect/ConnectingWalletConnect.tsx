import { getWalletPlatforms, isConnectorOf, type WalletEntry, type WalletPlatform } from "@wmodal/core"
import type { Namespace } from "@wmodal/protocol"
import { useState } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Tabs } from "../../ui/Tabs.tsx"
import { BrowserWallet } from "./BrowserWallet.tsx"
import { PairingMethod } from "./PairingMethod.tsx"
import { type PairingPhase, pairingPhase } from "./pairingPhase.ts"

export interface ConnectingWalletConnectProps {
  /** `null`: any wallet, by its code. */
  readonly wallet: WalletEntry | null
  /** The chain to connect. */
  readonly namespace?: Namespace | undefined
}

/** A request to a remote wallet, by a QR code or by its app. */
export const ConnectingWalletConnect = ({ wallet, namespace }: ConnectingWalletConnectProps) => {
  const { engine, place } = useEngine()
  const { t } = useMessages()
  const connectors = useValue(engine.connectors.all)
  const installed = wallet !== null && connectors.some((one) => isConnectorOf(one, wallet))
  const platforms = getWalletPlatforms({ entry: wallet, mobile: place.mobile, installed })
  const [wanted, want] = useState<WalletPlatform | null>(null)
  const platform = platforms.find((one) => one === wanted) ?? platforms[0]
  const phase = useStartedPhase(
    pairingPhase(useValue(engine.connection.state), useValue(engine.pairing.link)),
  )
  if (wallet !== null && platform === undefined) return <BrowserWallet wallet={wallet} installed={false} />
  const way = (
    <PairingMethod
      key={platform}
      wallet={wallet}
      platform={platform ?? "qrcode"}
      namespace={namespace}
      phase={phase}
    />
  )
  return platforms.length > 1 && platform !== undefined ? (
    <Tabs
      label={t("phone.ways")}
      current={platform}
      onChoose={want}
      tabs={platforms.map((key) => ({ key, label: t("phone.way", { way: key }) }))}
    >
      {way}
    </Tabs>
  ) : (
    way
  )
}

/** Returns the phase. The view sends the request, so until it has begun no earlier phase counts as final. */
const useStartedPhase = (phase: PairingPhase): PairingPhase => {
  const [begun, begin] = useState(false)
  const asking = phase._tag === "Making" || phase._tag === "Waiting"
  if (asking && !begun) begin(true)
  return begun || phase._tag === "Failed" || asking ? phase : { _tag: "Making" }
}
