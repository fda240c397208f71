import { formatAmount, type Network } from "@wmodal/protocol"
import type { ExplainedField, Explanation } from "../contract/Explanation.ts"

/** Recipients, or other addresses of one kind, that the totals name; the others are counted, and are in the list. */
const namedAddresses = 5

/** Rows of the totals, so that they stay above the list that has everything. */
const maxTotals = 40

type AmountField = ExplainedField & { readonly value: { readonly _tag: "Amount" } }

/** The rows of one kind that name an amount. */
interface Amounts {
  readonly label: string
  readonly rows: readonly AmountField[]
}

/** What is paid to one recipient. */
interface Payments extends Amounts {
  readonly to: ExplainedField
  readonly units: bigint
}

/**
 * Sums up all rows of a request: what is paid to whom, the largest first; the amounts and the addresses of each kind;
 * and how many calls of each kind it makes. The rare ones come first: they are what a long list hides.
 */
export const sumUpCalls = (
  calls: readonly Explanation[],
  { nativeCurrency: { decimals, symbol } }: Pick<Network, "nativeCurrency">,
): readonly ExplainedField[] => {
  const nodes = calls.flatMap(listNodes)
  const isMixed = new Set(nodes.map(({ intent }) => intent)).size > 1
  const paid = new Map<string, Map<string, Payments>>()
  const amounts = new Map<string, Amounts>()
  const parties = new Map<string, ExplainedField[]>()

  for (const { fields, intent } of nodes)
    for (const [at, field] of fields.entries()) {
      const kind = isMixed ? `${intent ?? "Unknown"}: ${toKind(field.label)}` : toKind(field.label)
      const [before, next] = [fields[at - 1], fields[at + 1]]
      if (isAmount(field)) {
        if (next !== undefined && isPayment(field, next)) addPayment(paid, field, next)
        else {
          const key = `${kind} ${field.value.token}`
          amounts.set(key, { label: kind, rows: [...(amounts.get(key)?.rows ?? []), field] })
        }
      } else if (field.value._tag === "Address" && !(before !== undefined && isPayment(before, field))) {
        const group = parties.get(kind) ?? []
        parties.set(kind, group)
        group.push(field)
      }
    }

  const native = calls.reduce((sum, { value }) => sum + value, 0n)
  const rows = [
    ...(native > 0n && calls.length > 1
      ? [toTextRow("Sent in all", `${formatAmount(native, decimals)} ${symbol}`)]
      : []),
    ...[...paid.values()].flatMap((ofToken) => listPayments([...ofToken.values()])),
    ...[...amounts.values()].map(({ label, rows }) => toTotal(withCount(label, rows.length), rows)),
    ...[...parties].flatMap(([label, group]) => listParties(label, group)),
    ...listIntents(nodes),
  ]
  const more = rows.length - maxTotals
  return more > 0
    ? [...rows.slice(0, maxTotals), toTextRow("More totals", `${more}: the list has them`)]
    : rows
}

/** A call, and all calls within it. */
const listNodes = (call: Explanation): readonly Explanation[] => [
  call,
  ...call.fields.flatMap(({ value }) => (value._tag === "Call" ? listNodes(value.call) : [])),
]

/** The label without its number: `offer[3].token` and `Offer 3: Token` are rows of one kind. */
const toKind = (label: string): string => label.replaceAll(/\[\d+\]/g, "[]").replaceAll(/ #?\d+(?=:|$)/g, "")

const isAmount = (field: ExplainedField): field is AmountField => field.value._tag === "Amount"

/** The rows of a payment: what is sent, and directly below it to whom. Other amounts have no recipient of their own. */
const isPayment = (field: ExplainedField, next: ExplainedField): boolean =>
  isAmount(field) &&
  !field.value.unlimited &&
  (field.label === "Amount" || field.label === "Send") &&
  (next.label === "To" || next.label === "Data")

const addPayment = (paid: Map<string, Map<string, Payments>>, field: AmountField, to: ExplainedField) => {
  const token = field.value.token ?? ""
  const ofToken = paid.get(token) ?? new Map<string, Payments>()
  paid.set(token, ofToken)
  const before = ofToken.get(to.text)
  ofToken.set(to.text, {
    label: "Pays",
    to,
    rows: [...(before?.rows ?? []), field],
    units: (before?.units ?? 0n) + field.value.units,
  })
}

/** What is paid of one token: all of it, and the recipients of the largest amounts. */
const listPayments = (payments: readonly Payments[]): readonly ExplainedField[] => {
  const largest = payments.toSorted((a, b) => (a.units < b.units ? 1 : a.units > b.units ? -1 : 0))
  const [named, others] = [largest.slice(0, namedAddresses), largest.slice(namedAddresses)]
  const total = (label: string, some: readonly Payments[]) =>
    toTotal(
      label,
      some.flatMap(({ rows }) => rows),
    )
  return [
    ...(payments.length > 1 ? [total("Paid in all", payments)] : []),
    ...named.flatMap(({ label, rows, to }) => [toTotal(withCount(label, rows.length), rows), to]),
    ...(others.length === 0
      ? []
      : [total("Pays", others), toTextRow("To", `${others.length} others, none of them more`)]),
  ]
}

const listParties = (label: string, group: readonly ExplainedField[]): readonly ExplainedField[] => {
  const byAddress = new Map<string, ExplainedField[]>()
  for (const field of group) byAddress.set(field.text, [...(byAddress.get(field.text) ?? []), field])
  const rare = [...byAddress.values()].toSorted((a, b) => a.length - b.length)
  const named = rare.slice(0, rare.length > namedAddresses ? namedAddresses - 1 : namedAddresses)
  const others = rare.length - named.length
  return [
    ...named.flatMap(([field, ...same]) =>
      field === undefined ? [] : [{ ...field, label: withCount(label, same.length + 1) }],
    ),
    ...(others > 0 ? [toTextRow(label, `${others} other addresses`)] : []),
  ]
}

const listIntents = (nodes: readonly Explanation[]): readonly ExplainedField[] => {
  const counts = new Map<string, number>()
  for (const { intent } of nodes) {
    const name = intent ?? "unknown"
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const rare = [...counts].toSorted(([, a], [, b]) => a - b)
  return nodes.length < 2 ? [] : rare.map(([name, count]) => toTextRow("Makes", `${count} × ${name}`))
}

const withCount = (label: string, count: number) => (count > 1 ? `${label} × ${count}` : label)

/** Adds up rows of one token. Its decimals and symbol are those of the rows. */
const toTotal = (label: string, rows: readonly AmountField[]): ExplainedField => {
  const [first] = rows
  const unlimited = rows.find(({ value }) => value.unlimited)
  const units = rows.reduce((sum, { value }) => sum + value.units, 0n)
  const unit = rows.map(readUnit).find((one) => one !== null)
  return {
    label,
    text:
      unlimited?.text ??
      (unit === undefined
        ? `${units} base units`
        : `${units < 0n ? "-" : ""}${formatAmount(units < 0n ? -units : units, unit.decimals)} ${unit.symbol}`),
    value: { _tag: "Amount", units, token: first?.value.token ?? null, unlimited: unlimited !== undefined },
  }
}

/** Returns the decimals and the symbol by which a row shows its units; `null` if its text does not say. */
const readUnit = ({
  text,
  value,
}: AmountField): { readonly decimals: number; readonly symbol: string } | null => {
  const [, whole = "", fraction = "", symbol = ""] = /^-?(\d+)(?:\.(\d+))? (.+)$/.exec(text) ?? []
  const units = value.units < 0n ? -value.units : value.units
  const shown = BigInt(whole + fraction)
  if (symbol === "" || shown === 0n) return null
  const decimals = fraction.length + `${units}`.length - `${shown}`.length
  return decimals >= fraction.length && shown * 10n ** BigInt(decimals - fraction.length) === units
    ? { decimals, symbol }
    : null
}

const toTextRow = (label: string, text: string): ExplainedField => ({ label, text, value: { _tag: "Text" } })
