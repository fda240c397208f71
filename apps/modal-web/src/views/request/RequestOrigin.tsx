import type { QueuedRequest } from "@wmodal/core/flows"
import { useEngine } from "../../binding/EngineContext.tsx"
import { type Translate, useMessages } from "../../messages/Translate.tsx"

export interface RequestOriginProps {
  readonly asked: QueuedRequest
  /** The number of queued requests after this one. */
  readonly waiting: number
}

/** The dApp, identified by its origin, because a dApp chooses its own name. */
export const RequestOrigin = ({ asked: { request, network }, waiting }: RequestOriginProps) => {
  const { engine } = useEngine()
  const { t } = useMessages()
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
        <span>{describeRequest(request, network, t)}</span>
      </p>
      {waiting > 0 && <p className="send-note">{t("request.waiting", { count: waiting })}</p>}
    </div>
  )
}

const describeRequest = (
  request: QueuedRequest["request"],
  { chainNamespace }: QueuedRequest["network"],
  t: Translate["t"],
): string =>
  request._tag === "Calls"
    ? t("request.asksCalls", { count: request.calls.length })
    : request._tag === "Transactions"
      ? t("request.asksTransactions", { count: request.transactions.length })
      : t(`request.asks${request._tag}`, { namespace: chainNamespace })
