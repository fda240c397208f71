import type { RequestWarning } from "@wmodal/chains"
import type { Network } from "@wmodal/protocol"
import type { MessageId } from "../../messages/Catalogue.ts"
import { isolateText } from "../../messages/formatNumber.ts"
import { formatFullTime } from "../../messages/formatTime.ts"
import { type Translate, useMessages } from "../../messages/Translate.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { formatExactAmount } from "../send/formatAmounts.ts"
import { ComparedAddresses, useWarnings, type WarningText } from "../wallet/useWarnings.tsx"

/** Returns the shown value of a warning. Two of one kind may differ in spender and token. */
const getKey = (danger: RequestWarning) => Object.values(danger).join(" ")

/**
 * Returns the warnings of a request, each with its own confirmation.
 * @param isCreation true for code that becomes a contract: there is none yet to trust
 */
export const useRequestWarnings = (
  warnings: readonly RequestWarning[],
  passed: readonly RequestWarning["_tag"][],
  network: Network,
  acknowledge: (tag: RequestWarning["_tag"]) => void,
  isCreation = false,
) => {
  const words = useMessages()
  const describe = (danger: RequestWarning) => describeRequestWarning(danger, network, words, isCreation)
  return useWarnings({ warnings, passed, acknowledge, describe, getKey })
}

/** Describes the reason why a request is blocked. */
const describeRequestWarning = (
  danger: RequestWarning,
  network: Network,
  { t, locale }: Translate,
  isCreation: boolean,
): WarningText => {
  const message = `request.danger.${messageNames[danger._tag]}` as const
  const values = getMessageValues(danger, network, locale)
  return {
    tone: danger._tag === "Untried" ? "warn" : "bad",
    title: t(getTitleId(danger, isCreation) ?? message, values),
    text: t(
      danger._tag === "Unread" && isCreation ? "request.danger.creationText" : getTextId(danger),
      values,
    ),
    details: <WarningAddresses danger={danger} />,
    label: t(
      danger._tag === "Unread" && isCreation ? "request.danger.creationCheck" : `${message}Check`,
      values,
    ),
  }
}

/** Returns the title of a warning that has several; `null` for one that has its own. Not every token has a symbol. */
const getTitleId = (danger: RequestWarning, isCreation: boolean): MessageId | null => {
  switch (danger._tag) {
    case "LargeApproval":
      return danger.symbol === "" ? null : "request.danger.largeOf"
    case "UnlimitedApproval":
      return danger.symbol === "" ? "request.danger.unlimitedToken" : null
    case "Unread":
      return isCreation ? "request.danger.creation" : null
    default:
      return null
  }
}

/** The names of the messages of each warning. */
const messageNames = {
  UnlimitedApproval: "unlimited",
  LargeApproval: "large",
  UnsaidValue: "unsaidValue",
  KeySeed: "keySeed",
  OtherChain: "chain",
  OtherContract: "contract",
  Fails: "fails",
  Untried: "untried",
  NodesDiffer: "nodesDiffer",
  Unread: "unread",
  Blind: "blind",
  HiddenCharacters: "hidden",
  Handover: "handover",
  Giveaway: "giveaway",
  OtherSite: "otherSite",
  OtherAccount: "otherAccount",
  BrokenSignIn: "brokenSignIn",
  Delegation: "delegation",
  OpenEnded: "openEnded",
  NeverExpires: "neverExpires",
  UnlimitedSession: "unlimitedSession",
  EndlessSession: "endlessSession",
  UnknownPermission: "unknownPermission",
  HighFee: "highFee",
  Long: "long",
} as const satisfies Record<RequestWarning["_tag"], string>

/** Returns the values of a warning's messages: its own texts, of which many are of others, are isolated. */
const getMessageValues = (danger: RequestWarning, { name, nativeCurrency }: Network, locale: string) => {
  const network = isolateText(name)
  if (danger._tag === "OtherChain") return { network, said: danger.said }
  if (danger._tag === "Long") return { lines: danger.lines }
  if (danger._tag === "UnsaidValue")
    return { value: isolateText(formatExactAmount(locale, danger.value, nativeCurrency)) }
  if (danger._tag === "HighFee")
    return { fee: isolateText(formatExactAmount(locale, danger.fee, nativeCurrency)) }
  const { until, ...texts } = { until: undefined, ...danger }
  const ownTexts = Object.entries(texts).map(([key, text]) => [key, isolateText(text)])
  return {
    ...Object.fromEntries(ownTexts),
    network,
    ...(danger._tag === "LargeApproval" && { taking: danger.taking }),
    ...(until !== undefined && { time: isolateText(formatFullTime(locale, until)) }),
  }
}

/** Returns the message that explains a warning. A contract may give no reason, and a signature name no network. */
const getTextId = (danger: RequestWarning): MessageId => {
  if (danger._tag === "OtherChain" && danger.said === "") return "request.danger.chainNone"
  if (danger._tag === "Fails" && danger.text === "") return "request.danger.failsSilent"
  if (danger._tag === "Delegation" && danger.said === "unstated") return "request.danger.delegationUnstated"
  if (danger._tag === "Delegation" && danger.said === "unreadable")
    return "request.danger.delegationUnreadable"
  switch (danger._tag) {
    case "UnlimitedApproval":
    case "LargeApproval":
    case "UnlimitedSession":
      return `request.danger.${messageNames[danger._tag]}${danger.until === undefined ? "Text" : "Until"}`
    default:
      return `request.danger.${messageNames[danger._tag]}Text`
  }
}

/** The addresses that a warning is about. */
const WarningAddresses = ({ danger }: { readonly danger: RequestWarning }) => {
  const { t } = useMessages()
  switch (danger._tag) {
    case "UnlimitedApproval":
    case "LargeApproval":
      return <AddressGroups address={danger.spender} />
    case "OtherContract":
      return <AddressGroups address={danger.contract} />
    case "OtherAccount":
      return <AddressGroups address={danger.said} />
    case "Handover":
      return (
        <ComparedAddresses
          addresses={[
            { label: t("request.danger.handoverWhat"), address: danger.account },
            { label: t("request.danger.handoverTo"), address: danger.to },
          ]}
        />
      )
    default:
      return null
  }
}
