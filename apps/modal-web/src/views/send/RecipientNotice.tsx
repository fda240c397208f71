import type { RecipientWarning } from "@wmodal/core/flows"
import type { ReactNode } from "react"
import { isolateText } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { getAskedGroup, getDifferingGroups } from "./addressComparison.ts"

export interface RecipientNoticeProps {
  readonly stop: RecipientWarning
  /** Marks the group that the user must type. */
  readonly asks?: boolean
  readonly children: ReactNode
}

/** The reason to check a recipient again. */
export const RecipientNotice = ({ stop, asks = false, children }: RecipientNoticeProps) => {
  const { t } = useMessages()
  switch (stop._tag) {
    case "FirstTime":
      return (
        <Notice tone="warn" title={t("send.first")} text={t("send.firstText")}>
          {children}
        </Notice>
      )
    case "LookAlike": {
      const { address, known } = stop
      const differing = getDifferingGroups(address, known)
      return (
        <Notice tone="warn" title={t("send.alike")} text={t("send.alikeText")}>
          <dl className="alike">
            <dt>{t("send.alikeThis")}</dt>
            <dd>
              <AddressGroups
                address={address}
                differing={differing}
                {...(asks && { asked: getAskedGroup(address, known) })}
              />
            </dd>
            <dt>{t("send.alikeKnown")}</dt>
            <dd>
              <AddressGroups address={known} differing={differing} />
            </dd>
          </dl>
          {children}
        </Notice>
      )
    }
    case "LookAlikeName": {
      const { address, name, reads } = stop
      const names = { name: isolateText(name), reads: isolateText(reads) }
      return (
        <Notice tone="warn" title={t("send.alikeName")} text={t("send.alikeNameText", names)}>
          {asks && (
            <p className="alike">
              <AddressGroups address={address} asked={getAskedGroup(address, null)} />
            </p>
          )}
          {children}
        </Notice>
      )
    }
    case "Burns":
      return (
        <Notice tone="bad" title={t("send.burns")} text={t("send.burnsText")}>
          {asks && (
            <p className="alike">
              <AddressGroups address={stop.address} asked={getAskedGroup(stop.address, null)} />
            </p>
          )}
          {children}
        </Notice>
      )
  }
}
