import type { Revocation } from "@wmodal/core/flows"
import { getConnected } from "../../binding/connectionStates.ts"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { isolateText } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { Fact } from "../../ui/Fact.tsx"
import { FocusOnMount } from "../../ui/FocusOnMount.tsx"
import { AmountWithValue } from "../send/AmountWithValue.tsx"
import { FeeParts } from "../send/FeeFacts.tsx"
import { OpenAgain } from "../wallet/OpenAgain.tsx"
import { ReviewForm } from "../wallet/ReviewForm.tsx"
import { useApprovalLocation } from "../wallet/useApprovalLocation.ts"

export interface RevocationCardProps {
  readonly revocation: Revocation
  /** The wallet has the request. */
  readonly asking: boolean
  readonly onCancel: () => void
  readonly onSubmit: () => void
}

/** The spender that may spend nothing more, the fee, and the request to the wallet. */
export const RevocationCard = ({ revocation, asking, onCancel, onSubmit }: RevocationCardProps) => {
  const { engine } = useEngine()
  const { t } = useMessages()
  const { fee, feeFiat, network, spender, token } = revocation
  const connected = getConnected(useValue(engine.connection.state), network.chainNamespace)
  const { app } = useApprovalLocation(network.chainNamespace)
  const wallet = isolateText(connected?.wallet.name ?? t("send.yourWallet"))
  const symbol = isolateText(token.symbol)
  return (
    <FocusOnMount>
      <ReviewForm
        missing={null}
        busy={asking ? t("send.confirming") : null}
        cancelLabel={t("shell.cancel")}
        submitLabel={t("revoke.offer")}
        onCancel={asking ? null : onCancel}
        onSubmit={onSubmit}
      >
        <section className="send-card">
          <h2 className="send-label">{t("revoke.title", { symbol })}</h2>
          <dl className="send-facts">
            <Fact name={t("revoke.spender")}>
              <AddressGroups address={spender} />
            </Fact>
            <Fact name={t("entry.fee")}>
              <AmountWithValue units={fee.expected} counted={network.nativeCurrency} fiat={feeFiat} />
            </Fact>
            <FeeParts fee={fee} network={network} />
          </dl>
          <p className="send-note">
            {asking ? t("revoke.asking", { wallet }) : t("revoke.text", { symbol })}
          </p>
        </section>
        {asking && <OpenAgain app={app} />}
      </ReviewForm>
    </FocusOnMount>
  )
}
