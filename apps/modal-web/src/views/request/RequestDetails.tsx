import type { RequestQueueState } from "@wmodal/core/flows"
import { toPlainAddress } from "@wmodal/protocol"
import { useEffect, useRef, useState } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { DetailList, DetailRow } from "../../ui/DetailList.tsx"
import { NetworkName } from "../activity/NetworkName.tsx"
import { ReviewForm } from "../wallet/ReviewForm.tsx"
import { ExplainedCalls } from "./ExplainedCalls.tsx"
import { RawRequest } from "./RawRequest.tsx"
import { RequestOrigin } from "./RequestOrigin.tsx"
import { SimulatedBalances } from "./SimulatedBalances.tsx"
import { useRequestWarnings } from "./useRequestWarnings.tsx"

export interface RequestDetailsProps {
  readonly state: Extract<RequestQueueState, { readonly _tag: "Reviewing" }>
}

/** The description of a request and its warnings. Each warning needs its own confirmation. */
export const RequestDetails = ({ state }: RequestDetailsProps) => {
  const { run } = useEngine()
  const { t } = useMessages()
  const { requests } = useFlows()
  const { asked, explained, passed, waiting } = state
  const { dangers } = explained
  const warnings = useRequestWarnings(dangers, passed, asked.network, (tag) => run(requests.acknowledge(tag)))
  const [going, setGoing] = useState(false)

  return (
    <ReviewForm
      className="send focused"
      tabIndex={-1}
      formRef={useFocusIfLost()}
      meaning={asked}
      missing={warnings.missing}
      busy={going ? t("request.continuing") : null}
      cancelLabel={t("request.reject")}
      submitLabel={t("request.continue")}
      onCancel={() => run(requests.reject)}
      onSubmit={() => {
        setGoing(true)
        run(requests.approve)
      }}
    >
      <RequestOrigin asked={asked} waiting={waiting} />
      <ExplainedCalls asked={asked} explained={explained} />
      <SimulatedBalances
        trial={explained.trial}
        network={asked.network}
        isRead={dangers.every(({ _tag }) => _tag !== "Unread")}
      />
      <DetailList>
        <DetailRow name={t("request.account")} wide>
          <AddressGroups address={toPlainAddress(asked.account)} />
        </DetailRow>
        <DetailRow name={t("account.network")}>
          <NetworkName network={asked.network} />
        </DetailRow>
      </DetailList>
      <RawRequest request={asked.request} />
      {warnings.rows}
    </ReviewForm>
  )
}

/** Restores a focus that was lost together with the previous request. */
const useFocusIfLost = () => {
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const root = element.current?.getRootNode()
    if (root instanceof ShadowRoot && root.activeElement === null) element.current?.focus()
  }, [])
  return element
}
