import type { RequestNote, RequestWarning } from "@wmodal/chains"
import type { QueuedRequest, RequestQueueState } from "@wmodal/core/flows"
import { hasKey, toPlainAddress, truncate } from "@wmodal/protocol"
import { type ReactNode, useEffect, useRef, useState } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlowView } from "../../binding/useFlowView.ts"
import { useValue } from "../../binding/useValue.ts"
import { isolateText } from "../../messages/formatNumber.ts"
import { type Translate, useMessages } from "../../messages/Translate.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { Button } from "../../ui/Button.tsx"
import { DetailList, DetailRow } from "../../ui/DetailList.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { Fact } from "../../ui/Fact.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { NetworkName } from "../activity/NetworkName.tsx"
import { formatExactAmount } from "../send/formatAmounts.ts"
import { BalancesCard } from "../wallet/BalancesCard.tsx"
import { FlowFailure } from "../wallet/FlowFailure.tsx"
import { ReviewForm, type ReviewFormProps } from "../wallet/ReviewForm.tsx"
import { WalletPrompt } from "../wallet/WalletPrompt.tsx"
import { ExplainedCalls, RawRequest, RequestTotals } from "./ExplainedCalls.tsx"
import { useRequestWarnings } from "./useRequestWarnings.tsx"
import { useSeenEnd } from "./useSeenEnd.ts"

type StateOf<Tag extends RequestQueueState["_tag"]> = Extract<RequestQueueState, { readonly _tag: Tag }>

/** The review of a dApp's request before the wallet receives it. */
export const ReviewRequest = () => {
  const { run, requests, t } = useFlowView()
  const state = useValue(requests.state)
  switch (state._tag) {
    case "Empty":
      return <Empty icon="pen" title={t("request.none")} text={t("request.noneText")} />
    case "Reading":
      return (
        <div className="send">
          <RequestOrigin {...state} />
          <Skeleton rows={3} label={t("request.reading")} />
          <Button tone="quiet" onPress={() => run(requests.reject)}>
            {t("request.reject")}
          </Button>
        </div>
      )
    case "Reviewing":
      return <RequestDetails key={state.explained.calls[0].digest} {...state} />
    case "Refused":
      return (
        <div className="send">
          <RequestOrigin {...state} />
          <FlowFailure problem={state.problem} during="sign" />
          <Button tone="quiet" onPress={() => run(requests.reject)}>
            {t("shell.close")}
          </Button>
        </div>
      )
    case "Asking":
      return <WaitingForRequest {...state} />
  }
}

/** The wallet has the request. Leaving the view does not cancel it. */
const WaitingForRequest = ({ asked, explained, slow }: StateOf<"Asking">) => {
  const { engine, run, t } = useFlowView()
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

/** The description of a dApp's request and its warnings. */
const RequestDetails = (state: StateOf<"Reviewing">) => {
  const { run, requests, t } = useFlowView()
  const [going, setGoing] = useState(false)
  return (
    <RequestForm
      {...state}
      head={<RequestOrigin {...state} />}
      acknowledge={(tag) => run(requests.acknowledge(tag))}
      busy={going ? t("request.continuing") : null}
      cancelLabel={t("request.reject")}
      submitLabel={t("request.continue")}
      onCancel={() => run(requests.reject)}
      onSubmit={() => {
        setGoing(true)
        run(requests.approve)
      }}
    />
  )
}

export interface RequestFormProps
  extends Pick<StateOf<"Reviewing">, "asked" | "explained" | "passed">,
    Pick<ReviewFormProps, "busy" | "cancelLabel" | "submitLabel" | "onCancel" | "onSubmit"> {
  /** Who requests it. */
  readonly head: ReactNode
  /** Further rows below the description. */
  readonly facts?: ReactNode
  readonly acknowledge: (tag: RequestWarning["_tag"]) => void
  /** Shown at the end, such as why nothing was sent. */
  readonly children?: ReactNode
}

/** The description of a request and its warnings. Each warning needs its own confirmation. */
export const RequestForm = ({
  acknowledge,
  asked,
  children,
  explained,
  facts,
  head,
  passed,
  ...form
}: RequestFormProps) => {
  const { t } = useMessages()
  const { network } = asked
  const warnings = useRequestWarnings(
    explained.dangers,
    passed,
    network,
    acknowledge,
    explained.calls.every(({ createsContract }) => createsContract === true),
  )
  const isLong = explained.totals !== undefined
  const { end, isSeen } = useSeenEnd(explained, isLong)
  const balances = <RequestBalances asked={asked} explained={explained} />
  const isNoted = explained.notes?.some(({ _tag }) => _tag === "Unread") === true

  return (
    <ReviewForm
      className="send focused"
      tabIndex={-1}
      formRef={useFocusIfLost()}
      meaning={asked}
      missing={isSeen ? warnings.missing : t("request.readOn")}
      {...form}
    >
      {head}
      {isLong && balances}
      <RequestTotals {...explained} />
      <ExplainedCalls asked={asked} explained={explained} unknownText={isNoted ? null : undefined} />
      <RequestNotes asked={asked} explained={explained} />
      {isLong ? <div ref={end} className="request-end" /> : balances}
      <DetailList>
        {facts}
        <DetailRow name={t("request.account")} wide>
          <AddressGroups address={toPlainAddress(asked.account)} />
        </DetailRow>
        <DetailRow name={t("account.network")}>
          <NetworkName network={network} />
        </DetailRow>
      </DetailList>
      <RawRequest request={asked.request} />
      <fieldset className="request-acts" disabled={!isSeen}>
        {warnings.rows}
      </fieldset>
      {children}
    </ReviewForm>
  )
}

/** What needs no act, but is not hidden either: what cannot be read, and whether the account can pay. */
const RequestNotes = ({
  asked,
  explained: { notes = [] },
}: Pick<StateOf<"Reviewing">, "asked" | "explained">) => {
  const { t, locale } = useMessages()
  const format = (units: bigint) =>
    isolateText(formatExactAmount(locale, units, asked.network.nativeCurrency))
  const describe = (note: RequestNote) => {
    switch (note._tag) {
      case "Unread":
        return note.value === 0n ? t("request.noteFee") : t("request.noteText", { value: format(note.value) })
      case "Insufficient":
        return t("request.note.InsufficientText", { held: format(note.held), needed: format(note.needed) })
      case "FundsUnread":
        return t("request.note.FundsUnreadText")
    }
  }
  return notes.map((note) => (
    <Notice
      key={note._tag}
      tone={note._tag === "Insufficient" ? "warn" : "info"}
      title={t(`request.note.${note._tag}`)}
      text={describe(note)}
    />
  ))
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

const RequestOrigin = ({ asked, waiting }: Pick<StateOf<"Reviewing">, "asked" | "waiting">) => {
  const { t } = useMessages()
  return (
    <SiteAsks what={describeRequest(asked, t)}>
      {waiting > 0 && <p className="send-note">{t("request.waiting", { count: waiting })}</p>}
    </SiteAsks>
  )
}

const describeRequest = ({ request, network }: QueuedRequest, t: Translate["t"]): string => {
  const { _tag } = request
  if (_tag === "Calls") return t("request.asksCalls", { count: request.calls.length })
  if (_tag === "Transactions") return t("request.asksTransactions", { count: request.transactions.length })
  if (_tag === "Other" && request.method === "wallet_grantPermissions") return t("request.asksPermission")
  return t(`request.asks${_tag}`, { namespace: network.chainNamespace })
}

export interface SiteAsksProps {
  readonly what: string
  readonly children?: ReactNode
}

/** The dApp and what it asks for. It is identified by its origin, because a dApp chooses its own name. */
export const SiteAsks = ({ what, children }: SiteAsksProps) => {
  const { engine } = useEngine()
  const { name } = engine.options.metadata
  const host = globalThis.location?.host ?? ""
  return (
    <div className="who-asks">
      <p>
        <strong>
          <bdi>{host === "" ? name : host}</bdi>
        </strong>
        {name !== "" && host !== "" && name !== host && (
          <span className="muted">
            <bdi>{name}</bdi>
          </span>
        )}
        <span>{what}</span>
      </p>
      {children}
    </div>
  )
}

const toMoveParts = (amount: bigint, id: bigint) => ({
  amount: `${amount < 0n ? -amount : amount}`,
  id: id > 10n ** 20n ? truncate(`${id}`) : `${id}`,
})

/** The simulated balance changes. A failed or missing simulation is a warning with its own confirmation. */
const RequestBalances = ({
  asked,
  explained: { dangers, notes = [], trial },
}: Pick<StateOf<"Reviewing">, "asked" | "explained">) => {
  const { holdings, t } = useFlowView()
  const state = useValue(holdings.state)
  if (trial?._tag !== "Simulated") return null
  const { moves = [] } = trial
  const changes = trial.changes.filter(({ before, after }) => before !== after)
  const isUnchanged = changes.length + moves.length === 0
  // Of a call that cannot be read nothing is known beyond the balances.
  if (isUnchanged && [...dangers, ...notes].some(({ _tag }) => _tag === "Unread")) return null
  return (
    <BalancesCard
      title={t("request.after")}
      note={t(isUnchanged ? "request.unchanged" : "send.afterFee")}
      changes={changes}
      network={asked.network}
      tokens={hasKey(state, "holdings") ? state.holdings.map(({ token }) => token) : []}
    >
      {moves.map(({ amount, collection, id }) => (
        <Fact key={`${collection} ${id}`} name={<bdi dir="ltr">{truncate(collection)}</bdi>}>
          <bdi>{t(amount < 0n ? "request.leaves" : "request.arrives", toMoveParts(amount, id))}</bdi>
        </Fact>
      ))}
    </BalancesCard>
  )
}
