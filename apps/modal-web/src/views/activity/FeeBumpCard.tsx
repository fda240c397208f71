import type { FeeBump } from "@wmodal/core/flows"
import { getConnected } from "../../binding/connectionStates.ts"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { isolateText } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Fact } from "../../ui/Fact.tsx"
import { FocusOnMount } from "../../ui/FocusOnMount.tsx"
import { AmountWithValue } from "../send/AmountWithValue.tsx"
import { FeeParts, useArrivalTime } from "../send/FeeFacts.tsx"
import { OpenAgain } from "../wallet/OpenAgain.tsx"
import { ReviewForm } from "../wallet/ReviewForm.tsx"
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
  const wallet = isolateText(connected?.wallet.name ?? t("send.yourWallet"))
  return (
    <FocusOnMount>
      <ReviewForm
        missing={null}
        busy={asking ? t("send.confirming") : null}
        cancelLabel={t("shell.cancel")}
        submitLabel={t("raise.offer")}
        onCancel={asking ? null : onCancel}
        onSubmit={onSubmit}
      >
        <section className="send-card">
          <h2 className="send-label">{t("raise.title")}</h2>
          <dl className="send-facts">
            <Fact name={t("raise.before")}>
              <AmountWithValue units={before} counted={network.nativeCurrency} fiat={null} />
            </Fact>
            <Fact name={t("raise.after")}>
              <AmountWithValue units={fee.expected} counted={network.nativeCurrency} fiat={feeFiat} />
            </Fact>
            <FeeParts fee={fee} network={network} />
            {arrival !== null && <Fact name={t("send.arrives")}>{arrival}</Fact>}
          </dl>
          {asking && where !== "here" && <p className="send-note">{t("send.asking", said)}</p>}
          <p className="send-note">{asking ? t("raise.asking", { wallet }) : t("raise.text")}</p>
        </section>
        {asking && <OpenAgain app={app} />}
      </ReviewForm>
    </FocusOnMount>
  )
}
