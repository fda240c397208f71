import type { RequestsState } from "@wmodal/core/flows"
import { useFlows } from "../../binding/useFlows.ts"
import { useValue } from "../../binding/useValue.ts"
import { useWords } from "../../messages/Words.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { AskingForRequest } from "./AskingForRequest.tsx"
import { RequestReviewed } from "./RequestReviewed.tsx"
import { WhoAsks } from "./WhoAsks.tsx"

/** What the page asks of the wallet is read by a person first. */
export const ReviewRequest = () => <Shown state={useValue(useFlows().requests.state)} />

const Shown = ({ state }: { readonly state: RequestsState }) => {
  const { t } = useWords()
  switch (state._tag) {
    case "Empty":
      return <Empty icon="pen" title={t("request.none")} text={t("request.noneText")} />
    case "Reading":
      return (
        <div className="send">
          <WhoAsks asked={state.asked} waiting={state.waiting} />
          <Skeleton rows={3} label={t("request.reading")} />
        </div>
      )
    case "Reviewing":
      return <RequestReviewed key={state.explained.calls[0].digest} state={state} />
    case "Asking":
      return <AskingForRequest state={state} />
  }
}
