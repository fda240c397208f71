import type { Stop } from "@wmodal/core/flows"
import type { ReactNode } from "react"
import { useWords } from "../../messages/Words.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { askedGroup, differingGroups } from "./addressMarks.ts"

export interface StopNoticeProps {
  readonly stop: Stop
  /** Marks the group that a person is asked for. */
  readonly asks?: boolean
  readonly children: ReactNode
}

/** Why a recipient deserves a second look. */
export const StopNotice = ({ stop, asks = false, children }: StopNoticeProps) => {
  const { t } = useWords()
  switch (stop._tag) {
    case "FirstTime":
      return (
        <Notice tone="warn" title={t("send.first")} text={t("send.firstText")}>
          {children}
        </Notice>
      )
    case "LookAlike": {
      const { address, known } = stop
      const differing = differingGroups(address, known)
      return (
        <Notice tone="warn" title={t("send.alike")} text={t("send.alikeText")}>
          <dl className="alike">
            <dt>{t("send.alikeThis")}</dt>
            <dd>
              <AddressGroups
                address={address}
                differing={differing}
                {...(asks && { asked: askedGroup(address, known) })}
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
    case "Burns":
      return (
        <Notice tone="bad" title={t("send.burns")} text={t("send.burnsText")}>
          {asks && (
            <p className="alike">
              <AddressGroups address={stop.address} asked={askedGroup(stop.address, null)} />
            </p>
          )}
          {children}
        </Notice>
      )
  }
}
