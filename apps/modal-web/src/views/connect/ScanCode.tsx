import type { PairingLink } from "@wmodal/chains/walletconnect"
import type { WalletEntry } from "@wmodal/core"
import { useEffect } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useWords } from "../../messages/Words.tsx"
import { Countdown } from "../../ui/Countdown.tsx"
import { QrCode } from "../../ui/QrCode.tsx"
import { CopyLink } from "./CopyLink.tsx"
import { companion } from "./companion.ts"
import { dying } from "./dying.ts"
import { NoWalletYet } from "./NoWalletYet.tsx"
import { PhonePicture } from "./PhonePicture.tsx"

export interface ScanCodeProps {
  /** Whose app scans; `null`: any. */
  readonly wallet: WalletEntry | null
  /** `null` while it is made. */
  readonly link: PairingLink | null
}

/** Seconds before that at which a newer link takes its place. */
const ahead = 20

/** A code for a phone, with all that a person may want to do instead. Nothing moves when the code comes, or a newer one. */
export const ScanCode = ({ wallet, link }: ScanCodeProps) => {
  const { engine, run } = useEngine()
  const { t } = useWords()
  useEffect(() => run(engine.pairing.choose(null)), [engine, run])
  return (
    <div className="scan">
      {wallet !== null && <p className="scan-hint">{t("phone.scanWith", { wallet: wallet.name })}</p>}
      <QrCode
        text={link === null ? null : link.uri}
        label={wallet === null ? t("phone.code") : t("phone.codeFor", { wallet: wallet.name })}
      >
        <PhonePicture wallet={wallet} size="row" />
      </QrCode>
      <div className="scan-actions">
        <CopyLink link={link} />
        <NoWalletYet wallet={wallet} />
      </div>
      <p className="scan-note">
        {link === null ? (
          t("phone.making")
        ) : (
          <Countdown until={link.expiresAt - dying}>
            {(seconds) => (seconds > ahead ? ["phone.renews", seconds - ahead] : ["phone.ends", seconds])}
          </Countdown>
        )}
      </p>
      {link !== null && companion.current !== null && (
        <a
          className="scan-companion"
          href={companion.current.hrefFor(link.uri)}
          target="_blank"
          rel="noreferrer"
        >
          {companion.current.text}
        </a>
      )}
      <p className="hidden" role="status">
        {t(link === null ? "phone.making" : "phone.ready")}
      </p>
    </div>
  )
}
