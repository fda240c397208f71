import type { ConnectorError, SendCheckpoint, SendOutcome } from "@wmodal/chains"
import { bytesToHex, hasKey, isNamespace, normalizeAddress, toNamespace } from "@wmodal/protocol"
import type { EngineError } from "../problems/EngineError.ts"
import { type EntryState, isSettled, type LedgerEntry } from "./Ledger.ts"
import type { EntryDraft } from "./LedgerWriter.ts"
import type { RequestedAction, StoredEntry } from "./StoredEntry.ts"

export const maxSettledEntries = 200
/** The most payments that are remembered: in a browser, they have to fit into 5,000,000 characters. */
export const maxPayments = 3_000
export const maxTrackedEntries = 99
/** Milliseconds in which a chain may take back what it has shown, so that an entry needs its transaction. */
const revocableMs = 15 * 60 * 1000
/** Milliseconds after a payment for which an equal one is refused as its repetition, where a UI does so. */
export const repeatWindowMs = 3 * 24 * 60 * 60 * 1000

/** Precedence of a state within one turn of the chain: a wallet's report ranks below what a chain shows. */
const stateRanks: Readonly<Record<EntryState["_tag"], number>> = {
  Asked: 0,
  Lost: 1,
  Taken: 2,
  NotSent: 3,
  Declined: 3,
  Signed: 3,
  Unanswered: 4,
  Sent: 5,
  Dropped: 6,
  // A found transaction takes precedence over one that was not found in time.
  Expired: 7,
  // A node that knows the result takes precedence over one that does not.
  Mined: 8,
  Confirmed: 9,
  Reverted: 9,
  PartlyReverted: 9,
  Replaced: 9,
  Cancelled: 9,
}

/** Returns the hash of the transaction; `null` while there is none, or none is known. */
export const getHash = (state: EntryState): string | null => (hasKey(state, "hash") ? state.hash : null)

export const isShownByChain = ({ _tag }: EntryState): boolean => stateRanks[_tag] >= stateRanks.Expired

/** Returns the same text for the same data: the order of keys depends on the copy, which may differ between tabs. */
const toComparableText = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "bigint"
      ? `${inner}n`
      : typeof inner === "object" && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
        : inner,
  )

const pickGreater = <A>(one: A, other: A, orders: readonly ((of: A) => number | string)[]): A => {
  for (const order of orders) {
    const [left, right] = [order(one), order(other)]
    if (left !== right) return left > right ? one : other
  }
  return one
}

/** Merges two copies of one entry into one with the knowledge of both. Commutative, associative and idempotent. */
export const mergeEntry = (one: StoredEntry, other: StoredEntry): StoredEntry => {
  const later = pickGreater(one, other, [
    (copy) => copy.turn,
    (copy) => stateRanks[copy.state._tag],
    (copy) => Number(copy.told),
    (copy) => toComparableText(copy.state),
  ])
  // Signed bytes belong to the checkpoint that was written with them: refused ones do not come back from another tab.
  const sharper = pickGreater(one, other, [
    (copy) => copy.sharpened,
    (copy) => toComparableText(copy.mark),
    ({ raw = "" }) => raw,
  ])
  // The other fields never change, but other scripts can write to storage too.
  const rest = pickGreater(one, other, [
    ({ id, at, account, network, connectorId, subject, transaction, batch }) =>
      toComparableText([id, at, account, network, connectorId, subject, transaction, batch]),
  ])
  const former = [...new Set([one, other].flatMap(({ formerHashes = [] }) => formerHashes))].toSorted()
  const knowsAll = former.length === (one.formerHashes?.length ?? 0)
  if (later === one && sharper === one && rest === one && knowsAll) return one
  const { turn, state, told } = later
  const { sharpened, mark, raw } = sharper
  const { formerHashes: _, raw: __, ...others } = rest
  return {
    ...others,
    turn,
    state,
    told,
    sharpened,
    mark,
    ...(former.length > 0 && { formerHashes: former }),
    ...(raw !== undefined && { raw }),
  }
}

/** Returns every hash that the entry has or had, the current one first. */
export const getAllHashes = ({
  formerHashes = [],
  state,
}: Pick<StoredEntry, "formerHashes" | "state">): readonly string[] => {
  const hash = getHash(state)
  return hash === null ? formerHashes : [hash, ...formerHashes.filter((one) => one !== hash)]
}

/** Returns the entry with the hash that its next state will not have. */
const withFormerHash = (entry: StoredEntry, next: EntryState): StoredEntry => {
  const hash = getHash(entry.state)
  const { formerHashes = [] } = entry
  return hash === null || hash === getHash(next) || formerHashes.includes(hash)
    ? entry
    : { ...entry, formerHashes: [...formerHashes, hash].toSorted() }
}

/** Returns the entry in a later state. A status that contradicts what the chain had shown begins a new turn. */
export const withState = (entry: StoredEntry, state: EntryState, told: boolean): StoredEntry => {
  const before = withFormerHash(entry, state)
  if (stateRanks[state._tag] > stateRanks[entry.state._tag]) return { ...before, state, told }
  if (toComparableText(state) !== toComparableText(entry.state))
    return { ...before, state, told, turn: entry.turn + 1 }
  return entry.told || !told ? entry : { ...entry, told }
}

export const withCheckpoint = (entry: StoredEntry, mark: SendCheckpoint | undefined): StoredEntry =>
  mark === undefined || toComparableText(mark) === toComparableText(entry.mark)
    ? entry
    : { ...entry, mark, sharpened: entry.sharpened + 1 }

/** Returns the entry with the signed bytes and the checkpoint of another one, or of bytes that are about to leave. */
export const withSigned = (
  entry: StoredEntry,
  { mark, raw }: Pick<StoredEntry, "mark" | "raw">,
): StoredEntry => {
  if (raw === entry.raw && toComparableText(mark) === toComparableText(entry.mark)) return entry
  const { raw: _, ...unsigned } = entry
  return { ...unsigned, ...(raw !== undefined && { raw }), mark, sharpened: entry.sharpened + 1 }
}

/** Returns the state after a wallet error: nothing was sent. */
export const toRefusedState = ({ reason }: ConnectorError | EngineError): EntryState =>
  reason._tag === "Declined"
    ? { _tag: "Declined" }
    : { _tag: "NotSent", text: reason._tag === "Failed" ? reason.text : "" }

/** Returns the entry after the wallet's response, however late. Only a hash overrides what the chain has shown. */
export const withOutcome = (entry: StoredEntry, outcome: SendOutcome): StoredEntry => {
  const hash = outcome._tag === "NotSent" ? null : outcome.hash
  if (hash !== null)
    return getHash(entry.state)?.toLowerCase() === hash.toLowerCase()
      ? { ...entry, told: true }
      : withState(entry, { _tag: "Sent", hash }, true)
  if (entry.state._tag !== "Asked") return entry
  return withState(
    entry,
    outcome._tag === "NotSent" ? toRefusedState(outcome.error) : { _tag: "Lost" },
    false,
  )
}

/** Milliseconds within which a wallet usually responds. */
const promptAnswerMs = 30_000

/** Adds a slow response to the checkpoint: on chains with expiry the wallet may extend the validity. */
export const withWaitedCheckpoint = (entry: StoredEntry, now: number): StoredEntry =>
  entry.mark === null || now - entry.at <= promptAnswerMs
    ? entry
    : withCheckpoint(entry, { ...entry.mark, waited: `${now - entry.at}` })

/** Returns whether there is a transaction: from then on the chain takes precedence. */
const hasTransaction = ({ state }: StoredEntry): boolean => stateRanks[state._tag] >= stateRanks.Unanswered

/** Returns the entry with the id under which a wallet has the batch, which may differ from the requested one. */
export const withBatch = (entry: StoredEntry, batch: string): StoredEntry => {
  if (hasTransaction(entry)) return entry
  const known = batch === getBatchId(entry) ? entry : withCheckpoint(entry, { ...entry.mark, batch })
  return withState(known, { _tag: "Taken", batch }, false)
}

/** Returns the id for status requests to the wallet. */
export const getBatchId = ({ batch, mark, state }: StoredEntry): string | null =>
  state._tag === "Taken" ? state.batch : batch === undefined ? null : (mark?.["batch"] ?? batch)

/** Returns the entry after a wallet error that does not confirm the batch. */
export const withBatchRefusal = (entry: StoredEntry, error: ConnectorError | EngineError): StoredEntry => {
  if (isPreBatchError(error))
    return hasTransaction(entry) ? entry : withState(entry, toRefusedState(error), false)
  return entry.state._tag === "Asked" ? withState(entry, { _tag: "Lost" }, false) : entry
}

/** Codes of unsupported requests, without the code of a duplicate id. Source: EIP-1474, EIP-5792. */
const unsupportedBatchCodes = new Set<number | null>([-32602, 5700, 5710, 5740, 5750, 5760])

/** Returns whether the wallet error can only occur before anything of a batch was signed. */
export const isPreBatchError = (error: ConnectorError | EngineError): error is ConnectorError => {
  if (error._tag === "EngineError") return false
  switch (error.reason._tag) {
    case "Failed":
      return unsupportedBatchCodes.has(error.reason.code)
    case "Malformed":
    case "Offline":
    // The request expired, and the wallet may have accepted the batch just before.
    case "Expired":
      return false
    default:
      return true
  }
}

const isOlderEntry = (one: StoredEntry, other: StoredEntry): boolean =>
  one.at === other.at ? one.id < other.id : one.at < other.at

/** Returns whether `one` owns the hash of both: the wallet's report takes precedence, then the older request. */
const hasStrongerClaim = (one: StoredEntry, other: StoredEntry): boolean =>
  one.told === other.told ? isOlderEntry(one, other) : one.told

const getHashClaim = ({ network, subject, state }: StoredEntry): string | null => {
  const hash = getHash(state)
  return hash === null || subject._tag === "Raw" ? null : `${network} ${hash.toLowerCase()}`
}

/**
 * Assigns one transaction to one request, also if a wallet has reported it for two. The entry that loses the hash
 * continues its lookups and is never reported as successful.
 */
const resolveHashConflicts = (entries: readonly StoredEntry[]): readonly StoredEntry[] => {
  const owners = new Map<string, StoredEntry>()
  for (const entry of entries) {
    const claim = getHashClaim(entry)
    if (claim === null) continue
    const owner = owners.get(claim)
    if (owner === undefined || hasStrongerClaim(entry, owner)) owners.set(claim, entry)
  }
  return entries.map((entry) => {
    const claim = getHashClaim(entry)
    if (claim === null || owners.get(claim) === entry) return entry
    const { formerHashes: _, ...lost } = withState(entry, { _tag: "Lost" }, false)
    // The hash is the other's.
    return entry.formerHashes === undefined ? lost : { ...lost, formerHashes: entry.formerHashes }
  })
}

export const isFindable = ({ state, transaction, batch }: StoredEntry): boolean =>
  transaction !== null || batch !== undefined || getHash(state) !== null

/** Returns whether the entry may be dropped to make space: no lookup can change it. */
const isForgettable = (entry: StoredEntry): boolean => isSettled(entry.state) || !isFindable(entry)

/** Returns whether a repetition of the entry would move its funds again. */
const mayHavePaid = (entry: StoredEntry): boolean =>
  /^(?:Confirmed|Mined|PartlyReverted)$/.test(entry.state._tag) && getActionKey(entry) !== null

/**
 * Returns an old payment with what tells its repetition alone. One without a result can be looked up again, and stays
 * whole.
 */
export const toCompactEntry = (entry: StoredEntry): StoredEntry => {
  if (!mayHavePaid(entry) || entry.state._tag === "Mined") return entry
  const { raw, ...rest } = entry
  return raw === undefined && rest.transaction === null && rest.mark === null
    ? entry
    : { ...rest, transaction: null, mark: null }
}

/** Returns whether the entry has to be remembered: it is open, or a repetition would move its funds again. */
export const isGuarding = (entry: StoredEntry): boolean => !isSettled(entry.state) || mayHavePaid(entry)

/** Returns whether each further payment makes an older one forgotten. */
export const isFullOfPayments = (entries: readonly StoredEntry[]): boolean =>
  entries.length >= maxPayments && entries.filter(mayHavePaid).length >= maxPayments

/**
 * Merges all copies, newest first. Unsettled entries are never dropped, and of what may have been paid the newest are not
 * in the time in which a repetition is refused. That time ends with the oldest of the newest settled entries, so that all
 * tabs agree and some entries of a wrong clock do not move it.
 */
export const mergeEntries = (...copies: readonly (readonly StoredEntry[])[]): readonly StoredEntry[] => {
  const all = new Map<string, StoredEntry>()
  for (const entry of copies.flat()) {
    const known = all.get(entry.id)
    all.set(entry.id, known === undefined ? entry : mergeEntry(known, entry))
  }
  const newestFirst = resolveHashConflicts([...all.values()]).toSorted((one, other) =>
    isOlderEntry(one, other) ? 1 : -1,
  )
  const newest = newestFirst.filter(isForgettable).slice(0, maxSettledEntries)
  const [kept, end] = [new Set(newest), newest.at(-1)?.at ?? 0]
  const payments = new Set(newestFirst.filter(mayHavePaid).slice(0, maxPayments))
  return newestFirst.flatMap((entry) => {
    if (!isForgettable(entry) || kept.has(entry)) return [entry]
    if (!payments.has(entry) || entry.at < end - repeatWindowMs) return []
    return [entry.at < end - revocableMs ? toCompactEntry(entry) : entry]
  })
}

/** The properties that make two requests the same. */
type AccountAction = Pick<LedgerEntry, "account" | "subject">

/**
 * Returns the key of an action that would move funds twice if it were repeated, without the quality of a swap; `null`
 * for any other. A dApp's own requests may be repeated; of one payment link, a server makes another transaction each time.
 */
const getActionKey = ({ account, subject }: AccountAction): string | null => {
  const namespace = toNamespace(account)
  const toKey = (...parts: readonly (string | bigint | null)[]) =>
    JSON.stringify(
      [subject._tag, account, ...parts].map((part) =>
        typeof part === "string" && isNamespace(namespace) ? normalizeAddress(namespace, part) : `${part}`,
      ),
    )
  switch (subject._tag) {
    case "Transfer":
      return toKey(subject.token.address, subject.amount, subject.to)
    case "Approval":
      return toKey(subject.token.address, subject.amount, subject.spender)
    case "Swap":
      return toKey(subject.source.address, subject.amount, subject.destination.address)
    case "Call":
      return subject.server === undefined ? null : toKey(subject.server.link)
    case "Raw":
    case "Message":
    case "TypedData":
    case "NameClaim":
    case "SessionRevocation":
      return null
  }
}

/** Returns whether both request the same action, which would move funds twice. */
export const isDuplicate = (entry: AccountAction, other: AccountAction): boolean => {
  const key = getActionKey(other)
  return key !== null && getActionKey(entry) === key && hasSameNotes(entry.subject, other.subject)
}

/** Returns whether two payments carry the same memo and references, or one of them may: an older version recorded it. */
const hasSameNotes = (one: RequestedAction, other: RequestedAction): boolean => {
  if (one._tag !== "Transfer" || other._tag !== "Transfer") return true
  if (one.references === undefined || other.references === undefined) return true
  return one.memo === other.memo && `${one.references}` === `${other.references}`
}

/** Returns whether the entries have knowledge that the copy lacks. */
export const hasMoreKnowledge = (entries: readonly StoredEntry[], copy: readonly StoredEntry[]): boolean => {
  const known = new Map(copy.map((entry) => [entry.id, entry]))
  return entries.some((entry) => {
    const same = known.get(entry.id)
    return same === undefined || mergeEntry(same, entry) !== same
  })
}

/** Returns the hashes of other requests. Manual broadcasts are excluded, since they may belong to any request. */
export const hashesOfOtherEntries = (
  others: readonly StoredEntry[],
  { id, network }: StoredEntry,
): readonly string[] =>
  others
    .filter((other) => other.id !== id && other.network === network && other.subject._tag !== "Raw")
    .map(({ state }) => getHash(state))
    .filter((hash) => hash !== null)

/** Generates a random id, also in insecure contexts, which lack `randomUUID`. */
export const generateId = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(16)))

/** Generates a batch id in 0x-hex, since some wallets accept nothing else. */
export const generateBatchId = (): string => `0x${generateId()}${generateId()}`

export const makeEntry = (
  { account, network, connectorId, subject, transaction, mark, batch }: EntryDraft,
  id: string,
  at: number,
  state: EntryState,
): StoredEntry => ({
  id,
  at,
  account,
  network,
  connectorId,
  subject,
  // The wallet chooses the transaction of a batch.
  transaction: batch === undefined ? transaction : null,
  mark: batch === undefined ? mark : null,
  ...(batch !== undefined && { batch }),
  state,
  turn: 0,
  sharpened: 0,
  told: false,
})
