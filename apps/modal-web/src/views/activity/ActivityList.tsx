import type { ActivityMonth, ActivityRow, ActivityState } from "@wmodal/core/flows"
import { SubscriptionRef } from "@wmodal/protocol"
import { memo, useCallback, useEffect, useMemo, useState } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useValue } from "../../binding/useValue.ts"
import { formatMonthName } from "../../messages/formatTime.ts"
import { type Translate, useMessages } from "../../messages/Translate.tsx"
import { Button } from "../../ui/Button.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { ListSentinel } from "../../ui/ListSentinel.tsx"
import { LongList } from "../../ui/LongList.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { accountViewState } from "../account/accountViewState.ts"
import { FlowFailure } from "../wallet/FlowFailure.tsx"
import { ActivityItem } from "./ActivityItem.tsx"

interface ActivityLineProps {
  readonly row: ActivityRow
  /** The heading above it, if it is the first of its group. */
  readonly heading: string | null
  readonly now: number
  /** Stable across rows. */
  readonly onOpen: (key: string) => void
}

/** A row, with its month when that begins. Memoised, so that scrolling renders no row again. */
const ActivityLine = memo(({ row, heading, now, onOpen }: ActivityLineProps) => (
  <>
    {heading !== null && <h2 className="month">{heading}</h2>}
    <ActivityItem row={row} now={now} onPress={() => onOpen(row.entry?.id ?? row.key)} />
  </>
))

interface ListEndProps {
  readonly more: Extract<ActivityState, { readonly _tag: "Loaded" }>["more"]
  readonly onMore: () => void
}

/** The end of an infinite list. */
const ListEnd = ({ more, onMore }: ListEndProps) => {
  const { t } = useMessages()
  switch (more) {
    case "none":
      return null
    case "ready":
      return <ListSentinel onSeen={onMore} />
    case "loading":
      return <Skeleton rows={2} label={t("activity.loading")} />
    case "failed":
      return (
        <>
          <Notice tone="bad" title={t("flow.transactions")} text={t("activity.moreFailed")} />
          <Button tone="quiet" onPress={onMore}>
            {t("shell.tryAgain")}
          </Button>
        </>
      )
  }
}

/** The activity, newest first: pending entries on top, then by month. `list` distinguishes its places. */
export const ActivityList = ({ list }: { readonly list: "tab" | "view" }) => {
  const account = useValue(useEngine().engine.account.state)?.caipAddress
  const { t } = useMessages()
  if (account === undefined) return <div className="waiting">{t("account.none")}</div>
  return <FollowedActivity key={account} place={`${list} ${account}`} />
}

const FollowedActivity = ({ place }: Pick<ActivityContentProps, "place">) => {
  const { engine, run } = useEngine()
  const { activity } = useFlows()
  const state = useValue(activity.state)
  useEffect(() => run(activity.load), [run, activity])
  const open = useCallback(
    (key: string) => run(engine.router.push({ _tag: "Transaction", key })),
    [run, engine],
  )
  return (
    <ActivityContent
      state={state}
      place={place}
      onOpen={open}
      onMore={() => run(activity.more)}
      onRetry={() => run(activity.retry)}
    />
  )
}

interface ActivityContentProps {
  readonly state: ActivityState
  /** The key of its scroll position. */
  readonly place: string
  readonly onOpen: (key: string) => void
  readonly onMore: () => void
  readonly onRetry: () => void
}

const ActivityContent = ({ state, place, onOpen, onMore, onRetry }: ActivityContentProps) => {
  const { t } = useMessages()
  switch (state._tag) {
    // No request has been sent for this account yet.
    case "Disconnected":
    case "Loading":
      return <Skeleton rows={5} label={t("activity.loading")} />
    case "Loaded": {
      const { pending, months, more } = state
      const isEmpty = pending.length + months.length === 0 && more === "none"
      const unsupported = {
        title: t("activity.unsupported"),
        text: t("activity.unsupportedText"),
      }
      if (isEmpty && state.unsupported) return <Empty icon="clock" {...unsupported} />
      if (isEmpty) return <Empty icon="clock" title={t("activity.none")} text={t("activity.noneText")} />
      return (
        <>
          {state.unsupported && <Notice tone="info" {...unsupported} />}
          <ActivityRows
            pending={pending}
            months={months}
            whole={more === "none" && !state.unsupported}
            place={place}
            onOpen={onOpen}
          />
          <ListEnd more={more} onMore={onMore} />
        </>
      )
    }
    case "Failed":
      return (
        <>
          <FlowFailure problem={state.problem} during="transactions" />
          <Button tone="quiet" onPress={onRetry}>
            {t("shell.tryAgain")}
          </Button>
          <ActivityRows pending={state.pending} months={[]} whole={false} place={place} onOpen={onOpen} />
        </>
      )
  }
}

interface ActivityListLine {
  readonly row: ActivityRow
  /** The heading above it, if it is the first of its group. */
  readonly heading: string | null
}

/**
 * Returns the lines with their headings. A heading belongs to the row below it, because a list may contain only items.
 */
const toActivityLines = (
  pending: readonly ActivityRow[],
  months: readonly ActivityMonth[],
  now: number,
  { t, locale }: Translate,
): readonly ActivityListLine[] => {
  const under = (heading: string, rows: readonly ActivityRow[]) =>
    rows.map((row, index): ActivityListLine => ({ row, heading: index === 0 ? heading : null }))
  return [
    ...under(t("activity.pending"), pending),
    ...months.flatMap(({ year, month, rows }) => under(formatMonthName(locale, year, month, now), rows)),
  ]
}

interface ActivityRowsProps {
  readonly pending: readonly ActivityRow[]
  readonly months: readonly ActivityMonth[]
  /** True when the list is complete. */
  readonly whole: boolean
  readonly place: string
  readonly onOpen: (key: string) => void
}

const ActivityRows = ({ pending, months, whole, place, onOpen }: ActivityRowsProps) => {
  const { engine } = useEngine()
  const words = useMessages()
  const [now] = useState(() => Date.now())
  const lines = useMemo(() => toActivityLines(pending, months, now, words), [pending, months, now, words])
  const { places } = accountViewState(engine)
  const [left] = useState(() =>
    SubscriptionRef.getUnsafe(engine.router.state).direction === "prev" ? (places.get(place) ?? null) : null,
  )
  if (lines.length === 0) return null
  return (
    <LongList
      label={words.t("account.activity")}
      items={lines}
      keyOf={({ row }) => row.key}
      render={({ row, heading }) => <ActivityLine row={row} heading={heading} now={now} onOpen={onOpen} />}
      total={whole ? lines.length : null}
      itemSize={60}
      place={left}
      onLeave={(leaving) => places.set(place, leaving)}
    />
  )
}
