import type { SpendingSession } from "@wmodal/core/flows"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useSpendingSessions } from "../../binding/useSpendingSessions.ts"
import { useValue } from "../../binding/useValue.ts"
import { isolateText } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Badge } from "../../ui/Badge.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { ListItem } from "../../ui/ListItem.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { FlowFailure } from "../wallet/FlowFailure.tsx"
import { describeAllowance, describeEnd, getAppName } from "./describeSession.ts"

/** What apps may spend of the account without asking: those that can now, then those that no longer can. */
export const SmartSessionList = () => {
  const { run } = useEngine()
  const { t } = useMessages()
  const sessions = useSpendingSessions()
  const state = useValue(sessions.state)
  switch (state._tag) {
    case "Loading":
      return <Skeleton rows={3} label={t("sessions.loading")} />
    case "Failed":
      return <FlowFailure problem={state.error} onRetry={() => run(sessions.load)} />
    case "Loaded":
      return state.sessions.length === 0 ? (
        <Empty icon="key" title={t("sessions.empty")} text={t("sessions.emptyText")} />
      ) : (
        <SessionGroups sessions={state.sessions} />
      )
  }
}

const SessionGroups = ({ sessions }: { readonly sessions: readonly SpendingSession[] }) => {
  const { t } = useMessages()
  return (["sessions.active", "sessions.over"] as const).map((title) => {
    const members = sessions.filter(({ status }) => (status === "active") === (title === "sessions.active"))
    return (
      members.length > 0 && (
        <section key={title}>
          <h2 className="group-title">{t(title)}</h2>
          <ul className="list" aria-label={t(title)}>
            {members.map((session) => (
              <li key={session.id}>
                <SessionRow session={session} />
              </li>
            ))}
          </ul>
        </section>
      )
    )
  })
}

const SessionRow = ({ session }: { readonly session: SpendingSession }) => {
  const { engine, run } = useEngine()
  const messages = useMessages()
  const { t } = messages
  const { allowances, id, status } = session
  const [first] = allowances
  const app = getAppName(messages, session)
  return (
    <ListItem
      picture={
        <span className="tile">
          <Icon name="key" />
        </span>
      }
      title={
        <>
          <span className="hidden">{t("sessions.open", { app: isolateText(app) })}</span>
          <bdi aria-hidden="true">{app}</bdi>
        </>
      }
      detail={
        <span className="row-lines">
          <span>
            {first === undefined ? t("sessions.nothing") : describeAllowance(messages, first)}
            {allowances.length > 1 && ` +${allowances.length - 1}`}
          </span>
          <span>{describeEnd(messages, session)}</span>
        </span>
      }
      end={status === "active" ? <Icon name="forward" /> : <Badge>{t("sessions.status", { status })}</Badge>}
      onPress={() => run(engine.router.push({ _tag: "SmartSession", id }))}
    />
  )
}
