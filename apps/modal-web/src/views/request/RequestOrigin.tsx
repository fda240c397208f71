import type { QueuedRequest } from "@wmodal/core/flows"
import { type Translate, useMessages } from "../../messages/Translate.tsx"
import { SiteName } from "./SiteName.tsx"

export interface RequestOriginProps {
  readonly asked: QueuedRequest
  /** The number of queued requests after this one. */
  readonly waiting: number
}

/** The dApp and what it asks for. */
export const RequestOrigin = ({ asked: { request, network }, waiting }: RequestOriginProps) => {
  const { t } = useMessages()
  return (
    <div className="who-asks">
      <p>
        <SiteName />
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
      : request._tag === "Other" && request.method === "wallet_grantPermissions"
        ? t("request.asksPermission")
        : t(`request.asks${request._tag}`, { namespace: chainNamespace })
