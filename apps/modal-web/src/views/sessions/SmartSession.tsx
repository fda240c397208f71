import type { RevocationState, SpendingAllowance, SpendingSession } from "@wmodal/core/flows"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useSpendingSessions } from "../../binding/useSpendingSessions.ts"
import { useValue } from "../../binding/useValue.ts"
import { isolateText } from "../../messages/formatNumber.ts"
import { formatFullTime } from "../../messages/formatTime.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { Badge } from "../../ui/Badge.tsx"
import { Button } from "../../ui/Button.tsx"
import { DetailList, DetailRow } from "../../ui/DetailList.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { FocusOnMount } from "../../ui/FocusOnMount.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { PendingStatus } from "../../ui/PendingStatus.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { NetworkName } from "../activity/NetworkName.tsx"
import { FlowFailure } from "../wallet/FlowFailure.tsx"
import { WalletPrompt } from "../wallet/WalletPrompt.tsx"
import { formatAllowance, getAppName } from "./describeSession.ts"

/** One permission of an app: its terms, what is spent, and its end. */
export const SmartSession = ({ id }: { readonly id: string }) => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const sessions = useSpendingSessions()
  const state = useValue(sessions.state)
  const revocation = useValue(sessions.revocation)
  if (revocation._tag === "Asking") return <AwaitingApproval state={revocation} />
  if (revocation._tag === "Ending") return <Ending />
  const session = state._tag === "Loaded" ? state.sessions.find((one) => one.id === id) : undefined
  if (session !== undefined)
    return <SessionTerms session={session} error={revocation._tag === "Idle" ? revocation.error : null} />
  return state._tag === "Loading" ? (
    <Skeleton rows={3} label={t("sessions.loading")} />
  ) : (
    <Empty icon="key" title={t("sessions.gone")} text={t("sessions.goneText")}>
      <Button onPress={() => run(engine.router.replace({ _tag: "SmartSessionList" }))}>
        {t("sessions.showAll")}
      </Button>
    </Empty>
  )
}

interface SessionTermsProps {
  readonly session: SpendingSession
  readonly error: Extract<RevocationState, { readonly _tag: "Idle" }>["error"]
}

const SessionTerms = ({ session, error }: SessionTermsProps) => {
  const { engine, run } = useEngine()
  const messages = useMessages()
  const { locale, t } = messages
  const sessions = useSpendingSessions()
  const { network } = useValue(engine.networks.shown)
  const { allowances, app, createdAt, expiresAt, host, id, isOnChain, key, status } = session
  return (
    <>
      <FlowFailure problem={error} />
      <section className="send-card">
        <h2 className="request-intent">
          <bdi>{getAppName(messages, session)}</bdi>{" "}
          <Badge tone={status === "active" ? "warn" : "plain"}>{t("sessions.status", { status })}</Badge>
        </h2>
        {allowances.map((allowance, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the terms of a session keep their order
          <AllowanceFacts key={index} allowance={allowance} />
        ))}
        <DetailList>
          {host !== null && app !== "" && (
            <DetailRow name={t("sessions.app")}>
              <bdi>{app}</bdi>
            </DetailRow>
          )}
          <DetailRow name={t("sessions.ends")}>
            {expiresAt === null ? t("sessions.never") : formatFullTime(locale, expiresAt)}
          </DetailRow>
          <DetailRow name={t("sessions.since")}>{formatFullTime(locale, createdAt)}</DetailRow>
          <DetailRow name={t("sessions.network")}>
            <NetworkName network={network} />
          </DetailRow>
          <DetailRow name={t("sessions.key")} wide>
            {key === null ? t("sessions.unknownKey") : <AddressGroups address={key} />}
          </DetailRow>
        </DetailList>
      </section>
      <p className="send-note">{t(isOnChain ? "sessions.onChain" : "sessions.onServer")}</p>
      {status === "active" && (
        <>
          <p className="send-note">
            {t("sessions.revokeNote", { app: isolateText(getAppName(messages, session)) })}
          </p>
          <Button tone="bad" onPress={() => run(sessions.end(id))}>
            {t("sessions.revoke")}
          </Button>
        </>
      )}
    </>
  )
}

const AllowanceFacts = ({ allowance }: { readonly allowance: SpendingAllowance }) => {
  const messages = useMessages()
  const { t } = messages
  if (allowance._tag === "Unknown")
    return (
      <Notice
        tone="warn"
        title={t("sessions.unreadable", { type: isolateText(allowance.type) })}
        text={allowance.data}
      />
    )
  const { decimals, left, limit, symbol } = allowance
  const format = (units: bigint) => formatAllowance(messages, units, allowance)
  const spent = limit === null || left === null ? null : limit - left
  return (
    <DetailList>
      <DetailRow name={t("sessions.limit")} wide={decimals === null}>
        {limit === null ? (
          <>
            {t("sessions.unlimited", { symbol: isolateText(symbol) })}{" "}
            <Badge tone="warn">{t("sessions.noLimit")}</Badge>
          </>
        ) : (
          format(limit)
        )}
      </DetailRow>
      {limit !== null && (
        <DetailRow name={t("sessions.spent")}>
          {spent === null || spent < 0n ? t("sessions.notKnown") : format(spent)}
        </DetailRow>
      )}
      {limit !== null && left !== null && (
        <DetailRow name={t("sessions.remaining")}>{format(left)}</DetailRow>
      )}
    </DetailList>
  )
}

const AwaitingApproval = ({
  state: { review, slow },
}: {
  readonly state: Extract<RevocationState, { readonly _tag: "Asking" }>
}) => {
  const { run } = useEngine()
  const messages = useMessages()
  const sessions = useSpendingSessions()
  return (
    <WalletPrompt
      network={review.network}
      text={(wallet) => messages.t("sessions.asking", { wallet: isolateText(wallet) })}
      slow={slow ? "sessions.slow" : null}
      onStop={() => run(sessions.back)}
    >
      <bdi>{getAppName(messages, review.session)}</bdi>
    </WalletPrompt>
  )
}

const Ending = () => {
  const { t } = useMessages()
  return (
    <FocusOnMount>
      <PendingStatus
        picture={
          <span className="empty-icon">
            <Icon name="key" />
          </span>
        }
        ring="turning"
        title={t("sessions.ending")}
        text={t("sessions.endingText")}
      />
    </FocusOnMount>
  )
}
