import type { HistoryTransaction } from "@wmodal/api"
import { type Namespace, parseCaipAddress } from "@wmodal/protocol"
import { Result } from "effect"
import type { ActiveAccount } from "../flows/ActiveAccount.ts"
import type { LedgerEntry } from "../ledger/Ledger.ts"
import { normalizeAddress } from "./lookAlike.ts"

/** Somebody whom the account has had to do with. */
interface KnownAddress {
  /** Plain, as it was written. */
  readonly address: string
  readonly name: string | null
  /** UTC milliseconds. */
  readonly at: number
}

/** By address in `normalizeAddress`. */
export interface KnownAddresses {
  /** Whom the account itself has paid. */
  readonly paid: ReadonlyMap<string, KnownAddress>
  /** Everybody else who appears: anybody can, by sending something that is worth nothing. */
  readonly seen: ReadonlyMap<string, KnownAddress>
}

/** Everybody in the ledger, whichever account paid, and in the history of one account, itself and its own others. Pure. */
export const collectKnownAddresses = (sources: {
  readonly holder: Pick<ActiveAccount, "address" | "network">
  readonly entries: readonly LedgerEntry[]
  readonly history: readonly HistoryTransaction[]
  /** Plain addresses. */
  readonly own: readonly string[]
}): KnownAddresses => {
  const { holder, entries, history, own } = sources
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
    // Whom another account of the person's has paid is imitated as well, and no friend of this one's yet.
    const paid = payer === self && (state._tag === "Confirmed" || state._tag === "Sent")
    note(paid ? sent : met, { address: subject.to, name: subject.toName, at })
  }
  for (const transaction of history) {
    const { sentFrom, sentTo, minedAt } = transaction.metadata
    const at = Date.parse(minedAt) || 0
    if (isPayment(transaction, namespace, self)) note(sent, { address: sentTo, name: null, at })
    for (const address of [sentFrom, sentTo]) note(met, { address, name: null, at })
  }
  for (const address of [holder.address, ...own]) note(met, { address, name: null, at: 0 })
  return { paid: sent, seen: met }
}

/** `null` where it is on a chain of another kind. */
const toAddressInNamespace = (account: string, namespace: Namespace): string | null => {
  const parts = parseCaipAddress(account)
  return Result.isSuccess(parts) && parts.success.namespace === namespace
    ? normalizeAddress(namespace, parts.success.address)
    : null
}

/**
 * Whether the account gave away something of worth. Anybody can make a transfer of nothing, or of a token of their own,
 * look as if the account had sent it; only where there are coins alone, what has left was signed.
 */
const isPayment = (
  { metadata: { operationType, status, sentFrom }, transfers }: HistoryTransaction,
  namespace: Namespace,
  self: string,
) =>
  operationType === "send" &&
  status === "confirmed" &&
  normalizeAddress(namespace, sentFrom) === self &&
  transfers.some(
    ({ direction, value }) => direction === "out" && (namespace === "bip122" || (value ?? 0) > 0),
  )
