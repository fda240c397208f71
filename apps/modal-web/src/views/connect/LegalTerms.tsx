import type { Legal, ViewName } from "@wmodal/core"
import { type ReactNode, useId } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"

export interface LegalTermsProps {
  readonly legal: Legal
  readonly view: ViewName
  readonly children: ReactNode
}

/** The views in which a connection begins. */
const beginnings: readonly ViewName[] = [
  "Connect",
  "ConnectWallets",
  "ConnectSocials",
  "AllWallets",
  "ConnectingWalletConnectBasic",
]

/** A view with the site's terms. Where the user must agree first, its controls are disabled until the box is ticked. */
export const LegalTerms = ({ legal, view, children }: LegalTermsProps) => {
  const { run } = useEngine()
  const { t } = useMessages()
  const agreed = useValue(legal.agreed)
  const hint = useId()
  if (!beginnings.includes(view)) return children
  const isRequired = legal.isRequired()
  const isLocked = isRequired && !agreed
  const { termsUrl, privacyUrl } = legal
  const links = termsUrl === null ? "privacy" : privacyUrl === null ? "terms" : "both"
  const anchors = (
    <p className="legal-links">
      {termsUrl !== null && <LegalLink href={termsUrl} name={t("legal.terms")} />}
      {privacyUrl !== null && <LegalLink href={privacyUrl} name={t("legal.privacy")} />}
    </p>
  )
  if (!isRequired)
    return (
      <>
        {children}
        <div className="legal">
          <p>{t("legal.implied", { links })}</p>
          {anchors}
        </div>
      </>
    )
  return (
    <>
      <div className="legal">
        <label className="check">
          <input
            type="checkbox"
            checked={agreed}
            onChange={({ nativeEvent, target }) => {
              // A script of the page must not agree in the user's place.
              if (nativeEvent.isTrusted) run(legal.agree(target.checked))
            }}
          />
          <span>{t("legal.agree", { links })}</span>
        </label>
        {anchors}
        <p className={isLocked ? undefined : "hidden"} id={hint} role="status">
          {isLocked && t("legal.first")}
        </p>
      </div>
      {/* A code can be scanned as soon as it is seen. */}
      {!(isLocked && view === "ConnectingWalletConnectBasic") && (
        <fieldset className="gate" disabled={isLocked} aria-describedby={isLocked ? hint : undefined}>
          {children}
        </fieldset>
      )}
    </>
  )
}

const LegalLink = ({ href, name }: { readonly href: string; readonly name: string }) => {
  const { t } = useMessages()
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" aria-label={t("legal.opens", { link: name })}>
      {name}
    </a>
  )
}
