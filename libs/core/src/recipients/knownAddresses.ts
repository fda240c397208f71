import type { HistoryTransaction } from "@wmodal/api"
import type { ChainRules } from "@wmodal/chains"
import { type Namespace, normalizeAddress, parseCaipAddress } from "@wmodal/protocol"
import { Result } from "effect"
import type { LedgerEntry } from "../ledger/Ledger.ts"
import type { ActiveAccount } from "../services/ActiveAccount.ts"

/** An address that the account has interacted with. */
interface KnownAddress {
  /** Plain, in its original notation. */
  readonly address: string
  readonly name: string | null
  /** UTC milliseconds. */
  readonly at: number
}

/** Known addresses by their form from `normalizeAddress`. */
export interface KnownAddresses {
  /** Recipients that the account itself has paid. */
  readonly paid: ReadonlyMap<string, KnownAddress>
  /** All other addresses in the history: any address can appear there through a worthless transfer. */
  readonly seen: ReadonlyMap<string, KnownAddress>
}

/**
 * Returns the addresses in the ledger, for all paying accounts, and in the history of one account, including itself and
 * the user's other accounts. Pure.
 */
export const collectKnownAddresses = (sources: {
  readonly holder: Pick<ActiveAccount, "address" | "network">
  readonly rules: Pick<ChainRules, "spendsUtxos">
  readonly entries: readonly LedgerEntry[]
  readonly history: readonly HistoryTransaction[]
  /** Plain addresses. */
  readonly own: readonly string[]
}): KnownAddresses => {
  const { holder, rules, entries, history, own } = sources
  const namespace = holder.network.chainNamespace
  const self = normalizeAddress(namespace, holder.address)
  const sent = new Map<string, KnownAddress>()
  const met = new Map<string, KnownAddress>()
  const note = (map: Map<string, KnownAddress>, { address, name, at }: KnownAddress) => {
    const key = normalizeAddress(namespace, address)
    const before = map.get(key)
    if (address === "") return
    map.set(key, { address, name: before?.name ?? name, at: Math.max(at, before?.at ?? 0) })
  }

  for (const { account, subject, state, at } of entries) {
    const payer = toAddressInNamespace(account, namespace)
    if (subject._tag !== "Transfer" || payer === null) continue
    // Attackers also imitate recipients of the user's other accounts. Those count as seen, not as paid by this account.
    const paid = payer === self && (state._tag === "Confirmed" || state._tag === "Sent")
    note(paid ? sent : met, { address: subject.to, name: subject.toName, at })
  }
  for (const transaction of history) {
    const { sentFrom, sentTo, minedAt } = transaction.metadata
    const at = Date.parse(minedAt) || 0
    if (isPayment(transaction, { namespace, rules, self })) note(sent, { address: sentTo, name: null, at })
    for (const address of [sentFrom, sentTo]) note(met, { address, name: null, at })
  }
  for (const address of [holder.address, ...own]) note(met, { address, name: null, at: 0 })
  return { paid: sent, seen: met }
}

/** Returns the address; `null` for another chain type. */
const toAddressInNamespace = (account: string, namespace: Namespace): string | null => {
  const parts = parseCaipAddress(account)
  return Result.isSuccess(parts) && parts.success.namespace === namespace
    ? normalizeAddress(namespace, parts.success.address)
    : null
}

/**
 * Returns whether the account sent something of value. A transfer of zero, or of an attacker's token, can appear to
 * come from the account, except on a chain where every outgoing payment was signed.
 */
const isPayment = (
  { metadata: { operationType, status, sentFrom }, transfers }: HistoryTransaction,
  {
    namespace,
    rules,
    self,
  }: {
    readonly namespace: Namespace
    readonly rules: Pick<ChainRules, "spendsUtxos">
    readonly self: string
  },
) =>
  operationType === "send" &&
  status === "confirmed" &&
  normalizeAddress(namespace, sentFrom) === self &&
  transfers.some(({ direction, value }) => direction === "out" && (rules.spendsUtxos || (value ?? 0) > 0))
