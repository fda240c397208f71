import type { LedgerEntry } from "@wmodal/core/flows"
import { type Network, toPlainAddress, truncate } from "@wmodal/protocol"
import type { MessageId } from "../../messages/Catalogue.ts"
import { formatExactNumber } from "../../messages/formatNumber.ts"
import { formatFullTime } from "../../messages/formatTime.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { DetailList, DetailRow } from "../../ui/DetailList.tsx"
import { formatExactAmount } from "../send/formatAmounts.ts"
import { getHash, type KnownTransaction } from "./findTransaction.ts"
import { NetworkName } from "./NetworkName.tsx"

export interface TransactionFactsProps {
  readonly known: KnownTransaction
  /** `null` when it is not configured. */
  readonly network: Network | null
}

/** A transaction's amounts, sender, recipient and costs. */
export const TransactionFacts = ({ known: { entry, row }, network }: TransactionFactsProps) => {
  const { t, locale } = useMessages()
  const { from, to, name } = listParties({ entry, row })
  const fee = entry !== null && "fee" in entry.state ? entry.state.fee : null
  const at = (entry !== null && "at" in entry.state ? entry.state.at : null) ?? row?.at ?? entry?.at
  const hash = entry === null ? (row?.hash ?? null) : getHash(entry)
  return (
    <DetailList>
      {listAmounts({ entry, row }, locale).map(({ name, text }, index) => (
        <DetailRow key={index} name={t(name)}>
          <bdi>{text}</bdi>
        </DetailRow>
      ))}
      {entry?.subject._tag === "Call" && (
        <DetailRow name={t("entry.intent")}>
          <bdi>{entry.subject.intent ?? t("entry.unknownCall")}</bdi>
        </DetailRow>
      )}
      {from !== null && (
        <DetailRow name={t("entry.from")} wide>
          <AddressGroups address={from} />
        </DetailRow>
      )}
      {to !== null && (
        <DetailRow name={t("entry.to")} wide>
          {name !== null && (
            <span className="fact-name">
              <bdi>{name}</bdi>
            </span>
          )}
          <AddressGroups address={to} />
        </DetailRow>
      )}
      {entry !== null &&
        listOtherParties(entry).map(([name, address]) => (
          <DetailRow key={name} name={t(name)} wide>
            <AddressGroups address={address} />
          </DetailRow>
        ))}
      {network !== null && (
        <DetailRow name={t("account.network")}>
          <NetworkName network={network} />
        </DetailRow>
      )}
      {fee !== null && network !== null && (
        <DetailRow name={t("entry.fee")}>
          <bdi dir="ltr">
            {`${formatExactNumber(locale, { units: fee, decimals: network.nativeCurrency.decimals })} ${network.nativeCurrency.symbol}`}
          </bdi>
        </DetailRow>
      )}
      {at !== undefined && <DetailRow name={t("entry.time")}>{formatFullTime(locale, at)}</DetailRow>}
      {hash !== null && (
        <DetailRow name={t("entry.hash")}>
          <bdi dir="ltr">{truncate(hash, { leading: 8, trailing: 6 })}</bdi>
        </DetailRow>
      )}
    </DetailList>
  )
}

const getAccountAddress = ({ account }: LedgerEntry): string | null => toPlainAddress(account)

/**
 * Returns the plain addresses. The account's own side of a history entry is left out, because the previous view shows
 * it.
 */
const listParties = ({ entry, row }: KnownTransaction) => {
  if (entry !== null) {
    const { subject } = entry
    return {
      from: getAccountAddress(entry),
      to: subject._tag === "Transfer" ? subject.to : null,
      name: subject._tag === "Transfer" ? subject.toName : null,
    }
  }
  const other = row?.counterparty ?? null
  const incoming = row?.movements.every(({ direction }) => direction === "in") ?? false
  return incoming ? { from: other, to: null, name: null } : { from: null, to: other, name: null }
}

/** Returns every other party, and the signed digest when it could not be decoded: in full, for comparison. */
const listOtherParties = ({
  subject,
}: LedgerEntry): readonly (readonly [name: MessageId, address: string])[] => {
  switch (subject._tag) {
    case "Approval":
      return [["entry.spender", subject.spender]]
    case "Swap":
      return [["entry.router", subject.router]]
    case "Call": {
      const { contract, digest } = subject
      return [...(contract === null ? [] : [["entry.contract", contract] as const]), ["entry.digest", digest]]
    }
    case "Transfer":
    case "Raw":
    case "Message":
    case "TypedData":
    case "NameClaim":
    case "SessionRevocation":
      return []
  }
}

interface AmountRow {
  readonly name: MessageId
  readonly text: string
}

/** Returns the requested amounts to the last digit; those of a history entry as the history has them. */
const listAmounts = ({ entry, row }: KnownTransaction, locale: string): readonly AmountRow[] => {
  const movements = row?.movements ?? []
  const subject = entry?.subject
  switch (subject?._tag) {
    case "Transfer":
      return [{ name: "entry.amount", text: formatExactAmount(locale, subject.amount, subject.token) }]
    case "Approval":
      return [{ name: "entry.atMost", text: formatExactAmount(locale, subject.amount, subject.token) }]
    case "Swap": {
      const { amount, destination, minimum, source } = subject
      const came = movements.filter(({ direction, atLeast }) => direction === "in" && atLeast === undefined)
      return [
        { name: "entry.given", text: formatExactAmount(locale, amount, source) },
        ...came.map(({ text }): AmountRow => ({ name: "entry.received", text })),
        { name: "entry.atLeast", text: formatExactAmount(locale, minimum, destination) },
      ]
    }
    default:
      return movements.map(({ text, collectible }) => ({
        name: collectible ? "entry.collectible" : "entry.amount",
        text,
      }))
  }
}
