import { useEngine } from "../../binding/EngineContext.tsx"
import { useSignIn } from "../../binding/useSignIn.ts"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { BrandMark } from "../../ui/BrandMark.tsx"
import { Button } from "../../ui/Button.tsx"
import { CopyButton } from "../../ui/CopyButton.tsx"
import { LinkButton } from "../../ui/LinkButton.tsx"
import { PendingStatus } from "../../ui/PendingStatus.tsx"
import { QrCode } from "../../ui/QrCode.tsx"
import { demoLinks } from "../connect/demoLinks.ts"
import { ProblemNotice } from "../ProblemNotice.tsx"

/** The Farcaster link: a QR code, or a button that opens it on a phone. */
export const ConnectingFarcaster = () => {
  const { run, place } = useEngine()
  const { t } = useMessages()
  const signIn = useSignIn()
  const state = useValue(signIn.state)
  const asked = state._tag === "Farcaster" ? state : null
  const picture = <BrandMark of="farcaster" size="big" />

  if (asked?.phase === "failed")
    return (
      <PendingStatus picture={picture} ring="bad" title={t("farcaster.failed")}>
        {asked.problem && <ProblemNotice problem={asked.problem} />}
        <Button onPress={() => run(signIn.withFarcaster)}>{t("farcaster.newCode")}</Button>
      </PendingStatus>
    )
  if (asked?.phase === "connecting")
    return (
      <PendingStatus
        picture={picture}
        ring="turning"
        title={t("social.connecting")}
        text={t("social.connectingText")}
      />
    )
  const url = asked?.url ?? null
  if (place.mobile)
    return (
      <PendingStatus
        picture={picture}
        ring="turning"
        title={t(url === null ? "farcaster.making" : "farcaster.waiting")}
        text={t("farcaster.openText")}
      >
        {url !== null && (
          <LinkButton href={url} label={t("farcaster.openLabel")}>
            {t("farcaster.open")}
          </LinkButton>
        )}
        <div className="scan-actions">
          <CopyButton text={url} label={t("farcaster.copy")} />
        </div>
      </PendingStatus>
    )
  return (
    <div className="scan">
      <p className="scan-hint">{t("farcaster.hint")}</p>
      <QrCode text={url} label={t("farcaster.code")}>
        <BrandMark of="farcaster" />
      </QrCode>
      <div className="scan-actions">
        <CopyButton text={url} label={t("farcaster.copy")} />
      </div>
      <p className="scan-note">{t(url === null ? "farcaster.making" : "farcaster.waiting")}</p>
      {url !== null && demoLinks.current !== null && (
        <a className="scan-companion" href={url} target="_blank" rel="noreferrer">
          {demoLinks.current.text}
        </a>
      )}
      <p className="hidden" role="status">
        {t(url === null ? "farcaster.making" : "farcaster.ready")}
      </p>
    </div>
  )
}
