import type { FeeRaise } from "@wmodal/core/flows"
import type { FormEvent } from "react"
import { connectedOn } from "../../binding/connected.ts"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { useWords } from "../../messages/Words.tsx"
import { Button } from "../../ui/Button.tsx"
import { Focused } from "../../ui/Focused.tsx"
import { SubmitButton } from "../../ui/SubmitButton.tsx"
import { FeeParts } from "../send/FeeParts.tsx"
import { Sum } from "../send/Sum.tsx"
import { isolated } from "../send/sums.ts"
import { useArrival } from "../send/useArrival.ts"
import { OpenAgain } from "../wallet/OpenAgain.tsx"
import { useWhereAsked } from "../wallet/useWhereAsked.ts"

export interface RaiseCardProps {
  readonly raise: FeeRaise
  /** The wallet has the question. */
  readonly asking: boolean
  readonly onCancel: () => void
  readonly onSubmit: () => void
}

/** What is paid now, what would be paid, and the question to the wallet. */
export const RaiseCard = ({ raise, asking, onCancel, onSubmit }: RaiseCardProps) => {
  const { engine } = useEngine()
  const { t } = useWords()
  const { before, fee, feeFiat, network } = raise
  const arrival = useArrival(fee.seconds)
  const connected = connectedOn(useValue(engine.connection.state), network.chainNamespace)
  const { where, app, said } = useWhereAsked(network.chainNamespace)
  const wallet = isolated(connected?.wallet.name ?? t("send.yourWallet"))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!asking) onSubmit()
  }
  return (
    <Focused>
      <form className="send" noValidate onSubmit={submit}>
        <section className="send-card">
          <h2 className="send-label">{t("raise.title")}</h2>
          <dl className="send-facts">
            <div>
              <dt>{t("raise.before")}</dt>
              <dd>
                <Sum units={before} counted={network.nativeCurrency} fiat={null} />
              </dd>
            </div>
            <div>
              <dt>{t("raise.after")}</dt>
              <dd>
                <Sum units={fee.expected} counted={network.nativeCurrency} fiat={feeFiat} />
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
    </Focused>
  )
}
