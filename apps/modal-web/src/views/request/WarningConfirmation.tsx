import type { RequestWarning } from "@wmodal/chains"
import type { Network } from "@wmodal/protocol"
import type { ReactNode } from "react"
import { isolateText } from "../../messages/formatNumber.ts"
import { type Translate, useMessages } from "../../messages/Translate.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { formatExactAmount } from "../send/formatAmounts.ts"
import { CheckboxConfirmation, type ConfirmationState } from "../wallet/CheckboxConfirmation.tsx"

export interface WarningConfirmationProps extends ConfirmationState {
  readonly danger: RequestWarning
  readonly network: Network
}

/** The reason why a request is blocked, and the confirmation that unblocks it. */
export const WarningConfirmation = ({ danger, network, ...act }: WarningConfirmationProps) => {
  const words = useMessages()
  const { tone, title, text, check, shown } = describeWarning(danger, network, words)
  return (
    <div data-open={!act.done}>
      <Notice tone={tone} title={title} text={text}>
        {shown}
        <CheckboxConfirmation label={check} {...act} />
      </Notice>
    </div>
  )
}

interface WarningText {
  readonly tone: "bad" | "warn"
  readonly title: string
  readonly text: string
  readonly check: string
  readonly shown?: ReactNode
}

const describeWarning = (
  danger: RequestWarning,
  { name, nativeCurrency }: Network,
  { locale, t }: Translate,
): WarningText => {
  const network = isolateText(name)
  switch (danger._tag) {
    case "UnlimitedApproval":
      return {
        tone: "bad",
        title: t("request.danger.unlimited", { symbol: isolateText(danger.symbol) }),
        text: t("request.danger.unlimitedText"),
        check: t("request.danger.unlimitedCheck"),
        shown: <AddressGroups address={danger.spender} />,
      }
    case "OtherChain":
      return {
        tone: "bad",
        title: t("request.danger.chain"),
        text:
          danger.said === ""
            ? t("request.danger.chainNone", { network })
            : t("request.danger.chainText", { said: danger.said, network }),
        check: t("request.danger.chainCheck"),
      }
    case "OtherContract":
      return {
        tone: "bad",
        title: t("request.danger.contract"),
        text: t("request.danger.contractText", { network }),
        check: t("request.danger.contractCheck"),
        shown: <AddressGroups address={danger.contract} />,
      }
    case "Fails":
      return {
        tone: "bad",
        title: t("request.danger.fails"),
        text:
          danger.text === ""
            ? t("request.danger.failsSilent")
            : t("request.danger.failsText", { text: isolateText(danger.text) }),
        check: t("request.danger.failsCheck"),
      }
    case "Untried":
      return {
        tone: "warn",
        title: t("request.danger.untried"),
        text: t("request.danger.untriedText"),
        check: t("request.danger.untriedCheck"),
      }
    case "NodesDiffer":
      return {
        tone: "bad",
        title: t("request.danger.nodesDiffer"),
        text: t("request.danger.nodesDifferText"),
        check: t("request.danger.nodesDifferCheck"),
      }
    case "Handover":
      return {
        tone: "bad",
        title: t("request.danger.handover"),
        text: t("request.danger.handoverText"),
        check: t("request.danger.handoverCheck"),
        shown: (
          <dl className="alike">
            <dt>{t("request.danger.handoverWhat")}</dt>
            <dd>
              <AddressGroups address={danger.account} />
            </dd>
            <dt>{t("request.danger.handoverTo")}</dt>
            <dd>
              <AddressGroups address={danger.to} />
            </dd>
          </dl>
        ),
      }
    case "Giveaway":
      return {
        tone: "bad",
        title: t("request.danger.giveaway"),
        text: t("request.danger.giveawayText"),
        check: t("request.danger.giveawayCheck"),
      }
    case "OtherSite":
      return {
        tone: "bad",
        title: t("request.danger.otherSite"),
        text: t("request.danger.otherSiteText", {
          said: isolateText(danger.said),
          asks: isolateText(danger.asks),
        }),
        check: t("request.danger.otherSiteCheck", { said: isolateText(danger.said) }),
      }
    case "OpenEnded":
      return {
        tone: "bad",
        title: t("request.danger.openEnded"),
        text: t("request.danger.openEndedText"),
        check: t("request.danger.openEndedCheck"),
      }
    case "NeverExpires":
      return {
        tone: "bad",
        title: t("request.danger.neverExpires"),
        text: t("request.danger.neverExpiresText"),
        check: t("request.danger.neverExpiresCheck"),
      }
    case "HighFee":
      return {
        tone: "bad",
        title: t("request.danger.highFee"),
        text: t("request.danger.highFeeText", {
          fee: isolateText(formatExactAmount(locale, danger.fee, nativeCurrency)),
        }),
        check: t("request.danger.highFeeCheck"),
      }
    case "Unread":
      return {
        tone: "bad",
        title: t("request.danger.unread"),
        text: t("request.danger.unreadText"),
        check: t("request.danger.unreadCheck"),
      }
    case "Blind":
      return {
        tone: "bad",
        title: t("request.danger.blind"),
        text: t("request.danger.blindText"),
        check: t("request.danger.blindCheck"),
      }
  }
}
