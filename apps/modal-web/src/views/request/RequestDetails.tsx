import type { RequestWarning } from "@wmodal/chains"
import type { RequestQueueState } from "@wmodal/core/flows"
import { type FormEvent, useEffect, useRef, useState } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { Button } from "../../ui/Button.tsx"
import { DetailList, DetailRow } from "../../ui/DetailList.tsx"
import { SubmitButton } from "../../ui/SubmitButton.tsx"
import { NetworkName } from "../activity/NetworkName.tsx"
import { ExplainedCalls } from "./ExplainedCalls.tsx"
import { RawRequest } from "./RawRequest.tsx"
import { RequestOrigin } from "./RequestOrigin.tsx"
import { SimulatedBalances } from "./SimulatedBalances.tsx"
import { WarningConfirmation } from "./WarningConfirmation.tsx"

export interface RequestDetailsProps {
  readonly state: Extract<RequestQueueState, { readonly _tag: "Reviewing" }>
  /** Returns true when a press is for this request and not for the previous one. */
  readonly isMeant: () => boolean
}

/** Returns a key for each warning's own confirmation. Two of one kind may differ in spender and token. */
const getWarningKey = (danger: RequestWarning) => Object.values(danger).join(" ")

/** The description of a request and its warnings. Each warning needs its own confirmation. */
export const RequestDetails = ({ state, isMeant }: RequestDetailsProps) => {
  const { run } = useEngine()
  const { t } = useMessages()
  const { requests } = useFlows()
  const { asked, explained, passed, waiting } = state
  const { dangers } = explained
  const [done, setDone] = useState(() =>
    dangers.filter(({ _tag }) => passed.includes(_tag)).map(getWarningKey),
  )
  const [going, setGoing] = useState(false)
  const form = useFocusIfLost()
  const open = dangers.filter((danger) => !done.includes(getWarningKey(danger)))

  const act = (danger: RequestWarning, isDone: boolean) => {
    const key = getWarningKey(danger)
    const next = [...done.filter((one) => one !== key), ...(isDone ? [key] : [])]
    setDone(next)
    if (dangers.every((one) => one._tag !== danger._tag || next.includes(getWarningKey(one))))
      run(requests.acknowledge(danger._tag))
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isMeant()) return
    if (open.length > 0) event.currentTarget.querySelector<HTMLElement>("[data-open=true] input")?.focus()
    else if (!going) {
      setGoing(true)
      run(requests.approve)
    }
  }

  return (
    <form className="send focused" noValidate onSubmit={submit} tabIndex={-1} ref={form}>
      <RequestOrigin asked={asked} waiting={waiting} />
      <ExplainedCalls asked={asked} explained={explained} />
      <SimulatedBalances trial={explained.trial} network={asked.network} />
      <DetailList>
        <DetailRow name={t("request.account")} wide>
          <AddressGroups address={asked.account.slice(asked.account.lastIndexOf(":") + 1)} />
        </DetailRow>
        <DetailRow name={t("account.network")}>
          <NetworkName network={asked.network} />
        </DetailRow>
      </DetailList>
      <RawRequest request={asked.request} />
      {dangers.map((danger) => (
        <WarningConfirmation
          key={getWarningKey(danger)}
          danger={danger}
          network={asked.network}
          done={done.includes(getWarningKey(danger))}
          onAct={(isDone) => act(danger, isDone)}
        />
      ))}
      <div className="send-buttons">
        <Button tone="quiet" onPress={() => run(requests.reject)}>
          {t("request.reject")}
        </Button>
        <SubmitButton
          missing={open.length > 0 ? t("send.confirmWhy") : null}
          busy={going ? t("request.continuing") : null}
        >
          {t("request.continue")}
        </SubmitButton>
      </div>
    </form>
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
