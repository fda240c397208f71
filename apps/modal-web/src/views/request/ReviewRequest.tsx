import type { RequestQueueState } from "@wmodal/core/flows"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useValue } from "../../binding/useValue.ts"
import { isolateText } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { Button } from "../../ui/Button.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { WalletPrompt } from "../wallet/WalletPrompt.tsx"
import { RequestDetails } from "./RequestDetails.tsx"
import { RequestOrigin } from "./RequestOrigin.tsx"

/** The review of a dApp's request before the wallet receives it. */
export const ReviewRequest = () => {
  const { run } = useEngine()
  const { t } = useMessages()
  const { requests } = useFlows()
  const state = useValue(requests.state)
  switch (state._tag) {
    case "Empty":
      return <Empty icon="pen" title={t("request.none")} text={t("request.noneText")} />
    case "Reading":
      return (
        <div className="send">
          <RequestOrigin asked={state.asked} waiting={state.waiting} />
          <Skeleton rows={3} label={t("request.reading")} />
          <Button tone="quiet" onPress={() => run(requests.reject)}>
            {t("request.reject")}
          </Button>
        </div>
      )
    case "Reviewing":
      return <RequestDetails key={state.explained.calls[0].digest} state={state} />
    case "Asking":
      return <WaitingForRequest {...state} />
  }
}

/** The wallet has the request. Leaving the view does not cancel it. */
const WaitingForRequest = ({
  asked,
  explained,
  slow,
}: Extract<RequestQueueState, { readonly _tag: "Asking" }>) => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const [first, ...others] = explained.calls
  return (
    <WalletPrompt
      network={asked.network}
      text={(wallet) => t("request.askingText", { wallet: isolateText(wallet) })}
      slow={slow ? "request.slowText" : null}
      onStop={() => run(engine.router.goBack)}
    >
      {first.intent !== null && (
        <strong>
          <bdi>{first.intent}</bdi>
        </strong>
      )}
      {others.length === 0 && <AddressGroups address={first.contract ?? first.digest} />}
    </WalletPrompt>
  )
}
