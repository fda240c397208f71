import type { FeeBump } from "@wmodal/core/flows"
import type { FormEvent } from "react"
import { getConnected } from "../../binding/connectionStates.ts"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Button } from "../../ui/Button.tsx"
import { FocusOnMount } from "../../ui/FocusOnMount.tsx"
import { SubmitButton } from "../../ui/SubmitButton.tsx"
import { AmountWithValue } from "../send/AmountWithValue.tsx"
import { FeeParts } from "../send/FeeParts.tsx"
import { isolateAmount } from "../send/formatAmounts.ts"
import { useArrivalTime } from "../send/useArrivalTime.ts"
import { OpenAgain } from "../wallet/OpenAgain.tsx"
import { useApprovalLocation } from "../wallet/useApprovalLocation.ts"

export interface FeeBumpCardProps {
  readonly raise: FeeBump
  /** The wallet has the request. */
  readonly asking: boolean
  readonly onCancel: () => void
  readonly onSubmit: () => void
}

/** The current fee, the new fee, and the request to the wallet. */
export const FeeBumpCard = ({ raise, asking, onCancel, onSubmit }: FeeBumpCardProps) => {
  const { engine } = useEngine()
  const { t } = useMessages()
  const { before, fee, feeFiat, network } = raise
  const arrival = useArrivalTime(fee.seconds)
  const connected = getConnected(useValue(engine.connection.state), network.chainNamespace)
  const { where, app, said } = useApprovalLocation(network.chainNamespace)
  const wallet = isolateAmount(connected?.wallet.name ?? t("send.yourWallet"))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!asking) onSubmit()
  }
  return (
    <FocusOnMount>
      <form className="send" noValidate onSubmit={submit}>
        <section className="send-card">
          <h2 className="send-label">{t("raise.title")}</h2>
          <dl className="send-facts">
            <div>
              <dt>{t("raise.before")}</dt>
              <dd>
                <AmountWithValue units={before} counted={network.nativeCurrency} fiat={null} />
              </dd>
            </div>
            <div>
              <dt>{t("raise.after")}</dt>
              <dd>
                <AmountWithValue units={fee.expected} counted={network.nativeCurrency} fiat={feeFiat} />
              </dd>
            </div>
            <FeeParts fee={fee} network={network} />
            {arrival !== null && (
              <div>
                <dt>{t("send.arrives")}</dt>
                <dd>{arrival}</dd>
              </div>
            )}
          </dl>
          {asking && where !== "here" && <p className="send-note">{t("send.asking", said)}</p>}
          <p className="send-note">{asking ? t("raise.asking", { wallet }) : t("raise.text")}</p>
        </section>
        {asking && <OpenAgain app={app} />}
        <div className="send-buttons">
          {!asking && (
            <Button tone="quiet" onPress={onCancel}>
              {t("shell.cancel")}
            </Button>
          )}
          <SubmitButton missing={null} busy={asking ? t("send.confirming") : null}>
            {t("raise.offer")}
          </SubmitButton>
        </div>
      </form>
    </FocusOnMount>
  )
}
