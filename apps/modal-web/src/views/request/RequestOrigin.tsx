import type { QueuedRequest } from "@wmodal/core/flows"
import type { ReactNode } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { type Translate, useMessages } from "../../messages/Translate.tsx"

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

export interface RequestOriginProps {
  readonly asked: QueuedRequest
  /** The number of queued requests after this one. */
  readonly waiting: number
}

export const RequestOrigin = ({ asked, waiting }: RequestOriginProps) => {
  const { t } = useMessages()
  return (
    <SiteAsks what={describeRequest(asked, t)}>
      {waiting > 0 && <p className="send-note">{t("request.waiting", { count: waiting })}</p>}
    </SiteAsks>
  )
}

const describeRequest = ({ request, network }: QueuedRequest, t: Translate["t"]): string =>
  request._tag === "Calls"
    ? t("request.asksCalls", { count: request.calls.length })
    : request._tag === "Transactions"
      ? t("request.asksTransactions", { count: request.transactions.length })
      : request._tag === "Other" && request.method === "wallet_grantPermissions"
        ? t("request.asksPermission")
        : t(`request.asks${request._tag}`, { namespace: network.chainNamespace })
