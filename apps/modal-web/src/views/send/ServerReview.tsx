import type { SendState, ServerPaymentReview } from "@wmodal/core/flows"
import { useMemo } from "react"
import { useFlowView } from "../../binding/useFlowView.ts"
import { isolateText } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { DetailRow } from "../../ui/DetailList.tsx"
import { FocusOnMount } from "../../ui/FocusOnMount.tsx"
import { RequestForm } from "../request/ReviewRequest.tsx"
import { FlowNotice } from "../wallet/FlowNotice.tsx"
import { WalletPrompt } from "../wallet/WalletPrompt.tsx"
import { formatExactAmount } from "./formatAmounts.ts"

type StateOf<Tag> = Omit<Extract<SendState, { readonly _tag: Tag }>, "review"> & {
  readonly review: ServerPaymentReview
}

/** The review of a transaction that the server of a payment link made, as that of a dApp's request. */
export const ServerReview = ({ review, passed, confirming, error }: StateOf<"Reviewing">) => {
  const { run, send, t, locale } = useFlowView()
  const { account, explained, fee, network, server, stops, transaction } = review
  const asked = useMemo(
    () => ({ account, network, request: { _tag: "Transaction", transaction } as const }),
    [account, network, transaction],
  )
  return (
    <RequestForm
      asked={asked}
      explained={explained}
      passed={stops.flatMap(({ _tag }) => (passed.includes(_tag) ? [_tag] : []))}
      acknowledge={(tag) => run(send.acknowledge(tag))}
      head={<ServerName server={server} network={network} />}
      facts={
        <>
          {server.message !== null && (
            <DetailRow name={t("send.linkMessage")} wide>
              <bdi>{server.message}</bdi>
            </DetailRow>
          )}
          <DetailRow name={t("send.fee")}>
            <bdi dir="ltr">{formatExactAmount(locale, fee.most, network.nativeCurrency)}</bdi>
          </DetailRow>
        </>
      }
      busy={confirming ? t("send.confirming") : null}
      submitLabel={t("send.confirm")}
      onCancel={() => run(send.back)}
      onSubmit={() => run(send.confirm)}
    >
      {error !== null && (
        <FocusOnMount key={error.reason._tag}>
          <FlowNotice error={error} onReviewAgain={() => run(send.review)} />
        </FocusOnMount>
      )}
    </RequestForm>
  )
}

/** The server and what it asks for. It is identified by its host, because it chooses its own name. */
const ServerName = ({
  network,
  server: { host, label },
}: Pick<ServerPaymentReview, "network" | "server">) => {
  const { t } = useMessages()
  return (
    <div className="who-asks">
      <p>
        <strong>
          <bdi>{host}</bdi>
        </strong>
        {label !== "" && (
          <span className="muted">
            <bdi>{label}</bdi>
          </span>
        )}
        <span>{t("request.asksTransaction", { namespace: network.chainNamespace })}</span>
      </p>
    </div>
  )
}

/** The server's transaction is pending in the wallet. */
export const WaitingForServerPayment = ({ review: { network, server }, slow }: StateOf<"Asking">) => {
  const { run, send, t } = useFlowView()
  return (
    <WalletPrompt
      network={network}
      text={(wallet) => t("request.askingText", { wallet: isolateText(wallet) })}
      slow={slow ? "send.slowText" : null}
      onStop={() => run(send.back)}
    >
      <strong>
        <bdi>{server.host}</bdi>
      </strong>
    </WalletPrompt>
  )
}
