import type { RecipientWarning } from "@wmodal/core/flows"
import { isCaseInsensitiveAddress, toAddressKey } from "@wmodal/protocol"
import { isolateText } from "../../messages/formatNumber.ts"
import { type Translate, useMessages } from "../../messages/Translate.tsx"
import { AddressGroups, toAddressGroups } from "../../ui/AddressGroups.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { ComparedAddresses, type WarningText } from "../wallet/useWarnings.tsx"

const texts = {
  FirstTime: ["warn", "send.first", "send.firstText"],
  LookAlike: ["warn", "send.alike", "send.alikeText"],
  LookAlikeName: ["warn", "send.alikeName", "send.alikeNameText"],
  Burns: ["bad", "send.burns", "send.burnsText"],
} as const

const toNotice = (stop: RecipientWarning, t: Translate["t"]) => {
  const [tone, title, text] = texts[stop._tag]
  const names =
    stop._tag === "LookAlikeName" ? { name: isolateText(stop.name), reads: isolateText(stop.reads) } : {}
  return { tone, title: t(title), text: t(text, names) }
}

/**
 * Describes a warning about a recipient. A first payment is confirmed by a checkbox, the others by typed characters of
 * the address.
 */
export const describeRecipientWarning = (stop: RecipientWarning, t: Translate["t"]): WarningText => {
  const notice = toNotice(stop, t)
  if (stop._tag === "FirstTime") return { ...notice, label: t("send.checked") }
  const { address } = stop
  const asked = getAskedGroup(address, stop._tag === "LookAlike" ? stop.known : null)
  return {
    ...notice,
    details:
      stop._tag === "LookAlike" ? (
        <BothAddresses {...stop} asked={asked} />
      ) : (
        <p className="alike">
          <AddressGroups address={address} asked={asked} />
        </p>
      ),
    label: t(isCaseInsensitiveAddress(address) ? "send.typeLabel" : "send.typeLabelExact"),
    answer: {
      wrong: t("send.typeWrong"),
      length: toAddressGroups(address)[asked]?.length ?? 0,
      isAnswer: (typed) => isAnswer(address, asked, typed),
    },
  }
}

interface BothAddressesProps {
  readonly address: string
  readonly known: string
  /** The group that the user must type. */
  readonly asked?: number
}

const BothAddresses = ({ address, known, ...asks }: BothAddressesProps) => {
  const { t } = useMessages()
  const differing = getDifferingGroups(address, known)
  return (
    <ComparedAddresses
      addresses={[
        { label: t("send.alikeThis"), address, differing, ...asks },
        { label: t("send.alikeKnown"), address: known, differing },
      ]}
    />
  )
}

/** A warning about a recipient before the review, which requires its confirmation. */
export const RecipientNotice = ({ stop }: { readonly stop: RecipientWarning }) => {
  const { t } = useMessages()
  return (
    <Notice {...toNotice(stop, t)}>
      {stop._tag === "LookAlike" && <BothAddresses address={stop.address} known={stop.known} />}
      <span className="muted">{t("send.stopLater")}</span>
    </Notice>
  )
}

/** Returns the indices of the groups in which two addresses differ. Capitals count only in case-sensitive addresses. */
export const getDifferingGroups = (address: string, other: string): ReadonlySet<number> => {
  const others = toAddressGroups(toAddressKey(other))
  return new Set(
    toAddressGroups(toAddressKey(address)).flatMap((four, index) => (four === others[index] ? [] : [index])),
  )
}

/**
 * Returns the group of an address that the user types to prove a check: the first whole group that differs from the
 * known address, else the middle. Attackers imitate the ends.
 */
export const getAskedGroup = (address: string, known: string | null): number => {
  const groups = toAddressGroups(address)
  const middle = Math.floor(groups.length / 2)
  if (known === null) return middle
  const differing = [...getDifferingGroups(address, known)]
  return differing.find((index) => index > 0 && index < groups.length - 1) ?? differing[0] ?? middle
}

/** Returns true when the characters match the group, including case in case-sensitive addresses. */
export const isAnswer = (address: string, group: number, typed: string): boolean => {
  const said = isCaseInsensitiveAddress(address) ? typed.trim().toLowerCase() : typed.trim()
  return said !== "" && toAddressGroups(toAddressKey(address))[group] === said
}
