import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Button } from "../../ui/Button.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { RequestDetails } from "./RequestDetails.tsx"
import { RequestOrigin } from "./RequestOrigin.tsx"
import { WaitingForRequest } from "./WaitingForRequest.tsx"

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
      return <WaitingForRequest state={state} />
  }
}
