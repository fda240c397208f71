import { sanitizeLine } from "@wmodal/chains"
import { type ActivityRow, getHash, type LedgerEntry, type Movement } from "@wmodal/core/flows"
import { hasKey, type Network, toPlainAddress, truncate } from "@wmodal/protocol"
import type { MessageId } from "../../messages/Catalogue.ts"
import { formatExactNumber } from "../../messages/formatNumber.ts"
import { formatFullTime } from "../../messages/formatTime.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { DetailList, DetailRow } from "../../ui/DetailList.tsx"
import { NamedAddress } from "../request/ExplainedCalls.tsx"
import { formatExactAmount } from "../send/formatAmounts.ts"
import type { KnownTransaction } from "./findTransaction.ts"
import { NetworkName } from "./NetworkName.tsx"

export interface TransactionFactsProps {
  readonly known: KnownTransaction
  /** `null` when it is not configured. */
  readonly network: Network | null
}

/** A transaction's amounts, sender, recipient and costs. */
export const TransactionFacts = ({ known: { entry, row }, network }: TransactionFactsProps) => {
  const { t, locale } = useMessages()
  const { amounts, intent, from, memo, server, to, toName, others }: TransactionText =
    entry !== null
      ? { from: toPlainAddress(entry.account), ...describeAction(entry, row?.movements ?? [], locale) }
      : row !== null
        ? describeRow(row, locale)
        : { amounts: [] }
  const fee = entry !== null && hasKey(entry.state, "fee") ? entry.state.fee : null
  const at = (entry !== null && hasKey(entry.state, "at") ? entry.state.at : null) ?? row?.at ?? entry?.at
  const hash = entry === null ? (row?.hash ?? null) : getHash(entry.state)
  return (
    <DetailList>
      {amounts.map(({ name, text }, index) => (
        <DetailRow key={index} name={t(name)}>
          <bdi>{text}</bdi>
        </DetailRow>
      ))}
      {intent !== undefined && (
        <DetailRow name={t("entry.intent")}>
          <bdi>{intent ?? t("entry.unknownCall")}</bdi>
        </DetailRow>
      )}
      {server !== undefined && (
        <DetailRow name={t("send.linkLabel")}>
          <bdi>{server}</bdi>
        </DetailRow>
      )}
      {from && (
        <DetailRow name={t("entry.from")} wide>
          <AddressGroups address={from} />
        </DetailRow>
      )}
      {to && (
        <DetailRow name={t("entry.to")} wide>
          <NamedAddress name={toName || null} address={to} />
        </DetailRow>
      )}
      {memo !== undefined && (
        <DetailRow name={t("entry.memo")} wide>
          <bdi>{sanitizeLine(memo, maxMemoLength)}</bdi>
        </DetailRow>
      )}
      {others?.map(([name, address]) => (
        <DetailRow key={`${name} ${address}`} name={t(name)} wide>
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

/** What a transaction moves, and between whom. */
interface TransactionText {
  /** To the last digit. */
  readonly amounts: readonly AmountRow[]
  /** Its purpose, when its call is a dApp's. */
  readonly intent?: string | null
  /** The host of the payment link's server that made it. */
  readonly server?: string
  /** Plain addresses. The account's own side of a history entry is absent: the previous view shows it. */
  readonly from?: string | null
  readonly to?: string | null
  readonly toName?: string | null
  readonly memo?: string
  /** Every other party, and the signed digest when it could not be decoded: in full, for comparison. */
  readonly others?: readonly (readonly [name: MessageId, address: string])[]
}

interface AmountRow {
  readonly name: MessageId
  readonly text: string
}

const describeRow = ({ counterparty, movements }: ActivityRow, locale: string): TransactionText => {
  const incoming = movements.every(({ direction }) => direction === "in")
  return { amounts: listMovements(movements, locale), [incoming ? "from" : "to"]: counterparty }
}

/** More than a memo that fits into a transaction. */
const maxMemoLength = 1_232

const movementNames = { in: "entry.received", out: "entry.given", self: "entry.amount" } as const

/** Lists the movements to the last digit, each with its direction. */
const listMovements = (movements: ActivityRow["movements"], locale: string): readonly AmountRow[] =>
  movements.map((movement) => ({
    name: movementNames[movement.direction],
    text: formatMovement(movement, locale),
  }))

const formatMovement = ({ amount, symbol, text }: Movement, locale: string): string =>
  amount === null ? text : `${formatExactNumber(locale, amount)} ${symbol}`.trimEnd()

/** Describes the requested action; the amounts that only the history knows are those of its row. */
const describeAction = (
  { subject }: LedgerEntry,
  movements: ActivityRow["movements"],
  locale: string,
): TransactionText => {
  switch (subject._tag) {
    case "Transfer": {
      const { amount, memo, references = [], to, token, toName } = subject
      return {
        amounts: [{ name: "entry.amount", text: formatExactAmount(locale, amount, token) }],
        to,
        toName,
        ...(memo !== undefined && { memo }),
        others: references.map((reference) => ["entry.reference", reference]),
      }
    }
    case "Approval": {
      const { amount, spender, token } = subject
      return {
        amounts: [{ name: "entry.atMost", text: formatExactAmount(locale, amount, token) }],
        others: [["entry.spender", spender]],
      }
    }
    case "Swap": {
      const { amount, destination, minimum, router, source } = subject
      const came = movements.filter(({ direction, atLeast }) => direction === "in" && atLeast === undefined)
      return {
        amounts: [
          { name: "entry.given", text: formatExactAmount(locale, amount, source) },
          ...listMovements(came, locale),
          { name: "entry.atLeast", text: formatExactAmount(locale, minimum, destination) },
        ],
        others: [["entry.router", router]],
      }
    }
    case "Call": {
      const { contract, digest, intent, isPlain, server } = subject
      const to = isPlain === true ? contract : null
      return {
        amounts: listMovements(movements, locale),
        intent,
        ...(server !== undefined && { server: server.host }),
        ...(to !== null && { to }),
        others: [
          ...(contract === null || to !== null ? [] : [["entry.contract", contract] as const]),
          ["entry.digest", digest],
        ],
      }
    }
    case "Raw":
    case "Message":
    case "TypedData":
    case "NameClaim":
    case "SessionRevocation":
      return { amounts: listMovements(movements, locale) }
  }
}
