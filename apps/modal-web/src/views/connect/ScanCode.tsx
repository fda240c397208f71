import type { PairingLink } from "@wmodal/chains/walletconnect"
import type { WalletEntry } from "@wmodal/core"
import { useEffect } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useMessages } from "../../messages/Translate.tsx"
import { CopyButton } from "../../ui/CopyButton.tsx"
import { Countdown } from "../../ui/Countdown.tsx"
import { QrCode } from "../../ui/QrCode.tsx"
import { demoLinks } from "./demoLinks.ts"
import { NoWalletYet } from "./NoWalletYet.tsx"
import { linkExpiryMarginMs } from "./openWalletApp.ts"
import { PairingImage } from "./PairingImage.tsx"

export interface ScanCodeProps {
  /** The wallet whose app scans; `null`: any. */
  readonly wallet: WalletEntry | null
  /** `null` while it is made. */
  readonly link: PairingLink | null
  /** False for a link that is not replaced by a newer one. */
  readonly renews?: boolean
  /** No response for a minute. A code names its end by this device's clock: where that is wrong, phones refuse it. */
  readonly slow?: boolean
}

/** Seconds before a link's expiry at which a newer one replaces it. */
const renewalLeadSeconds = 20

/** A QR code for a phone, with its alternatives. Nothing moves when the code or a newer one appears. */
export const ScanCode = ({ wallet, link, renews = true, slow = false }: ScanCodeProps) => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  useEffect(() => run(engine.pairing.choose(null)), [engine, run])
  return (
    <div className="scan">
      {wallet !== null && <p className="scan-hint">{t("phone.scanWith", { wallet: wallet.name })}</p>}
      <QrCode
        text={link === null ? null : link.uri}
        label={wallet === null ? t("phone.code") : t("phone.codeFor", { wallet: wallet.name })}
      >
        <PairingImage wallet={wallet} size="row" />
      </QrCode>
      <div className="scan-actions">
        <CopyButton text={link?.uri ?? null} label={t("phone.copy")} />
        <NoWalletYet wallet={wallet} />
      </div>
      <p className="scan-note">
        {link === null ? (
          t("phone.making")
        ) : (
          <Countdown until={link.expiresAt - linkExpiryMarginMs}>
            {(seconds) =>
              renews && seconds > renewalLeadSeconds
                ? ["phone.renews", seconds - renewalLeadSeconds]
                : ["phone.ends", seconds]
            }
          </Countdown>
        )}
      </p>
      {slow && <p className="scan-note">{t("phone.clock")}</p>}
      {link !== null && demoLinks.current !== null && (
        <a
          className="scan-companion"
          href={demoLinks.current.hrefFor(link.uri)}
          target="_blank"
          rel="noreferrer"
        >
          {demoLinks.current.text}
        </a>
      )}
      <p className="hidden" role="status">
        {t(link === null ? "phone.making" : slow ? "phone.clock" : "phone.ready")}
      </p>
    </div>
  )
}
