import type { PairingLink } from "@wmodal/chains/walletconnect"
import type { LinkPlatform, WalletEntry } from "@wmodal/core"
import { Effect } from "effect"
import { useEffect, useRef, useState } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useMessages } from "../../messages/Translate.tsx"
import { Button } from "../../ui/Button.tsx"
import { CopyButton } from "../../ui/CopyButton.tsx"
import { PendingStatus } from "../../ui/PendingStatus.tsx"
import { NoWalletYet } from "./NoWalletYet.tsx"
import { getCurrentTarget, openWalletApp, wasOpened } from "./openWalletApp.ts"
import { PairingImage } from "./PairingImage.tsx"

export interface OpenAppProps {
  readonly wallet: WalletEntry
  readonly platform: LinkPlatform
  /** `null` while it is made. */
  readonly link: PairingLink | null
  /** No response for a minute. */
  readonly slow: boolean
}

/**
 * Milliseconds after opening: when a notice says that the app may not have opened, and when the button says "again".
 */
const slowNoticeDelayMs = 3_000
const retryDelayMs = 5_000

/** The time since the app was opened, as phases of the button. */
type OpenedPhase = "not" | "now" | "slow" | "again"

const useOpenedPhase = () => {
  const [{ stage, times }, set] = useState<{ readonly stage: OpenedPhase; readonly times: number }>({
    stage: "not",
    times: 0,
  })
  useEffect(() => {
    if (times === 0) return
    const timers = [
      setTimeout(() => set({ stage: "slow", times }), slowNoticeDelayMs),
      setTimeout(() => set({ stage: "again", times }), retryDelayMs),
    ]
    return () => timers.forEach(clearTimeout)
  }, [times])
  return [stage, () => set({ stage: "now", times: times + 1 })] as const
}

/** Opens an app of this device, or a web wallet, with the link. */
export const OpenApp = ({ wallet, platform, link, slow }: OpenAppProps) => {
  const binding = useEngine()
  const { engine, run } = binding
  const { t } = useMessages()
  const { name } = wallet
  const [opened, noteOpened] = useOpenedPhase()
  const target = getCurrentTarget(binding, wallet, platform)
  const browses = target?.browses === true

  const open = () => {
    openWalletApp(binding, wallet, platform)
    noteOpened()
  }

  const { tapOnly } = binding.place.device
  // Opens once for each link, as soon as it is ready. What opens without a press where it must not is only blocked.
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || target === null || platform === "webapp") return
    begun.current = true
    if (wasOpened(engine, wallet)) noteOpened()
    else if (!tapOnly) open()
  })

  const text = () => {
    if (slow) return t("phone.slowMinute", { wallet: name })
    if (opened === "slow" || opened === "again") return t("phone.slow", { wallet: name })
    if (browses) return t("phone.browseText")
    return platform === "webapp" ? t("phone.openPageText") : t("phone.openText", { wallet: name })
  }
  const again = opened === "again"
  const label = again
    ? "phone.againLabel"
    : platform === "webapp"
      ? "phone.openTabLabel"
      : "phone.openItLabel"
  return (
    <PendingStatus
      picture={<PairingImage wallet={wallet} size="big" />}
      ring={target !== null && (platform === "webapp" || tapOnly) && opened === "not" ? "still" : "turning"}
      title={t(platform === "webapp" || browses ? "phone.openPage" : "phone.open", { wallet: name })}
      text={text()}
    >
      <button
        type="button"
        className="button"
        data-tone="primary"
        aria-disabled={target === null}
        aria-label={target === null ? undefined : t(label, { wallet: name })}
        onClick={target === null ? undefined : open}
      >
        {target === null && <span className="spinner" aria-hidden="true" />}
        <span>{t(target === null ? "phone.linkMaking" : again ? "phone.again" : "phone.openIt")}</span>
      </button>
      <Button
        tone="quiet"
        onPress={() => run(Effect.andThen(engine.connection.cancel(), engine.router.goBack))}
      >
        {t("shell.cancel")}
      </Button>
      <div className="scan-actions">
        <CopyButton text={link?.uri ?? null} label={t("phone.copy")} />
        <NoWalletYet wallet={wallet} />
      </div>
    </PendingStatus>
  )
}
