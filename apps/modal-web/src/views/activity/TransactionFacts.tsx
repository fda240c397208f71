import type { LedgerEntry } from "@wmodal/core/flows"
import { type Network, truncate } from "@wmodal/protocol"
import type { MessageId } from "../../messages/Catalogue.ts"
import { exactText } from "../../messages/numbers.ts"
import { fullTime } from "../../messages/times.ts"
import { useWords } from "../../messages/Words.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { Fact, Facts } from "../../ui/Facts.tsx"
import { exactSum } from "../send/sums.ts"
import { NetworkName } from "./NetworkName.tsx"
import { hashOf, type KnownTransaction } from "./transactionOf.ts"

export interface TransactionFactsProps {
  readonly known: KnownTransaction
  /** `null` where it is not configured. */
  readonly network: Network | null
}

/** What a transaction moved, from whom to whom, and what it cost. */
export const TransactionFacts = ({ known: { entry, row }, network }: TransactionFactsProps) => {
  const { t, locale } = useWords()
  const { from, to, name } = partiesOf({ entry, row })
  const fee = entry !== null && "fee" in entry.state ? entry.state.fee : null
  const at = (entry !== null && "at" in entry.state ? entry.state.at : null) ?? row?.at ?? entry?.at
  const hash = entry === null ? (row?.hash ?? null) : hashOf(entry)
  return (
    <Facts>
      {amountsOf({ entry, row }, locale).map(({ name, text }, index) => (
        <Fact key={index} name={t(name)}>
          <bdi>{text}</bdi>
        </Fact>
      ))}
      {entry?.subject._tag === "Call" && (
        <Fact name={t("entry.intent")}>
          <bdi>{entry.subject.intent ?? t("entry.unknownCall")}</bdi>
        </Fact>
      )}
      {from !== null && (
        <Fact name={t("entry.from")} wide>
          <AddressGroups address={from} />
        </Fact>
      )}
      {to !== null && (
        <Fact name={t("entry.to")} wide>
          {name !== null && (
            <span className="fact-name">
              <bdi>{name}</bdi>
            </span>
          )}
          <AddressGroups address={to} />
        </Fact>
      )}
      {entry !== null &&
        othersOf(entry).map(([name, address]) => (
          <Fact key={name} name={t(name)} wide>
            <AddressGroups address={address} />
          </Fact>
        ))}
      {network !== null && (
        <Fact name={t("account.network")}>
          <NetworkName network={network} />
        </Fact>
      )}
      {fee !== null && network !== null && (
        <Fact name={t("entry.fee")}>
          <bdi dir="ltr">
            {`${exactText(locale, { units: fee, decimals: network.nativeCurrency.decimals })} ${network.nativeCurrency.symbol}`}
          </bdi>
        </Fact>
      )}
      {at !== undefined && <Fact name={t("entry.time")}>{fullTime(locale, at)}</Fact>}
      {hash !== null && (
        <Fact name={t("entry.hash")}>
          <bdi dir="ltr">{truncate(hash, { leading: 8, trailing: 6 })}</bdi>
        </Fact>
      )}
    </Facts>
  )
}

const accountOf = ({ account }: LedgerEntry): string | null => account.split(":")[2] ?? null

/** Plain addresses. The account's own side of what only the history knows is left out: it is on the screen before. */
const partiesOf = ({ entry, row }: KnownTransaction) => {
  if (entry !== null) {
    const { subject } = entry
    return {
      from: accountOf(entry),
      to: subject._tag === "Transfer" ? subject.to : null,
      name: subject._tag === "Transfer" ? subject.toName : null,
    }
  }
  const other = row?.counterparty ?? null
  const incoming = row?.movements.every(({ direction }) => direction === "in") ?? false
  return incoming ? { from: other, to: null, name: null } : { from: null, to: other, name: null }
}

/** Whoever else has a part in it, and what was signed where nobody can say what it means: in full, to be compared. */
const othersOf = ({ subject }: LedgerEntry): readonly (readonly [name: MessageId, address: string])[] => {
  switch (subject._tag) {
    case "Approval":
      return [["entry.spender", subject.spender]]
    case "Swap":
      return [["entry.router", subject.router]]
    case "Call": {
      const { contract, digest } = subject
      return [...(contract === null ? [] : [["entry.contract", contract] as const]), ["entry.digest", digest]]
    }
    default:
      return []
  }
}

interface Amount {
  readonly name: MessageId
  readonly text: string
}

/** What was asked for to the last digit; of what only the history knows, as it says. */
const amountsOf = ({ entry, row }: KnownTransaction, locale: string): readonly Amount[] => {
  const movements = row?.movements ?? []
  const subject = entry?.subject
  switch (subject?._tag) {
    case "Transfer":
      return [{ name: "entry.amount", text: exactSum(locale, subject.amount, subject.token) }]
    case "Approval":
      return [{ name: "entry.atMost", text: exactSum(locale, subject.amount, subject.token) }]
    case "Swap": {
      const { amount, destination, minimum, source } = subject
      const came = movements.filter(({ direction, atLeast }) => direction === "in" && atLeast === undefined)
      return [
        { name: "entry.given", text: exactSum(locale, amount, source) },
        ...came.map(({ text }): Amount => ({ name: "entry.received", text })),
        { name: "entry.atLeast", text: exactSum(locale, minimum, destination) },
      ]
    }
    default:
      return movements.map(({ text, collectible }) => ({
        name: collectible ? "entry.collectible" : "entry.amount",
        text,
      }))
  }
}
