import { type ActivityMonth, type ActivityRow, type ActivityState, presentFlow } from "@wmodal/core/flows"
import { SubscriptionRef } from "effect"
import { useCallback, useEffect, useMemo, useState } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useValue } from "../../binding/useValue.ts"
import { monthName } from "../../messages/times.ts"
import { useWords, type Words } from "../../messages/Words.tsx"
import { Button } from "../../ui/Button.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { LongList } from "../../ui/LongList.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { leftOff } from "../account/leftOff.ts"
import { ActivityLine } from "./ActivityLine.tsx"
import { ListEnd } from "./ListEnd.tsx"

/** What happened, newest first: what is pending on top, then month by month. `list` tells apart where it is shown. */
export const ActivityList = ({ list }: { readonly list: "tab" | "view" }) => {
  const account = useValue(useEngine().engine.account.state)?.caipAddress
  const { t } = useWords()
  if (account === undefined) return <div className="waiting">{t("account.none")}</div>
  return <Followed key={account} place={`${list} ${account}`} />
}

const Followed = ({ place }: Pick<ActivityInProps, "place">) => {
  const { engine, run } = useEngine()
  const { activity } = useFlows()
  const state = useValue(activity.state)
  useEffect(() => run(activity.load), [run, activity])
  const open = useCallback(
    (key: string) => run(engine.router.push({ _tag: "Transaction", key })),
    [run, engine],
  )
  return (
    <ActivityIn
      state={state}
      place={place}
      onOpen={open}
      onMore={() => run(activity.more)}
      onRetry={() => run(activity.retry)}
    />
  )
}

interface ActivityInProps {
  readonly state: ActivityState
  /** Under which name its place is kept. */
  readonly place: string
  readonly onOpen: (key: string) => void
  readonly onMore: () => void
  readonly onRetry: () => void
}

const ActivityIn = ({ state, place, onOpen, onMore, onRetry }: ActivityInProps) => {
  const { t, say } = useWords()
  switch (state._tag) {
    // Of an account that is shown, nothing has been asked yet.
    case "Disconnected":
    case "Loading":
      return <Skeleton rows={5} label={t("activity.loading")} />
    case "Loaded": {
      const { pending, months, more } = state
      if (pending.length + months.length === 0 && more === "none")
        return <Empty icon="clock" title={t("activity.none")} text={t("activity.noneText")} />
      return (
        <>
          <Rows pending={pending} months={months} whole={more === "none"} place={place} onOpen={onOpen} />
          <ListEnd more={more} onMore={onMore} />
        </>
      )
    }
    case "Failed": {
      const { title, body } = presentFlow(state.problem, "transactions")
      return (
        <>
          <Notice tone="bad" title={say(title)} text={say(body)} />
          <Button tone="quiet" onPress={onRetry}>
            {t("shell.tryAgain")}
          </Button>
          <Rows pending={state.pending} months={[]} whole={false} place={place} onOpen={onOpen} />
        </>
      )
    }
  }
}

interface Line {
  readonly row: ActivityRow
  /** What stands above it, where it is the first of its kind. */
  readonly heading: string | null
}

/** Headings belong to the row below them: a list has items, and nothing else. */
const linesOf = (
  pending: readonly ActivityRow[],
  months: readonly ActivityMonth[],
  now: number,
  { t, locale }: Words,
): readonly Line[] => {
  const under = (heading: string, rows: readonly ActivityRow[]) =>
    rows.map((row, index): Line => ({ row, heading: index === 0 ? heading : null }))
  return [
    ...under(t("activity.pending"), pending),
    ...months.flatMap(({ year, month, rows }) => under(monthName(locale, year, month, now), rows)),
  ]
}

interface RowsProps {
  readonly pending: readonly ActivityRow[]
  readonly months: readonly ActivityMonth[]
  /** Nothing is missing at its end. */
  readonly whole: boolean
  readonly place: string
  readonly onOpen: (key: string) => void
}

const Rows = ({ pending, months, whole, place, onOpen }: RowsProps) => {
  const { engine } = useEngine()
  const words = useWords()
  const [now] = useState(() => Date.now())
  const lines = useMemo(() => linesOf(pending, months, now, words), [pending, months, now, words])
  const { places } = leftOff(engine)
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
