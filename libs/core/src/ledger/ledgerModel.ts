import type { ConnectorError, SendCheckpoint, SendOutcome } from "@wmodal/chains"
import { isNamespace } from "@wmodal/protocol"
import type { EngineError } from "../problems/EngineError.ts"
import { normalizeAddress } from "../recipients/lookAlike.ts"
import { type EntryState, isSettled, type Ledger, type LedgerEntry } from "./Ledger.ts"

/** An entry as it is stored, with what two tabs need to agree on it whatever each of them has missed. */
export interface StoredEntry extends Omit<LedgerEntry, "mine"> {
  /** How often the chain has taken back, or changed, what it had shown. */
  readonly turn: number
  /** How often the mark has been sharpened. */
  readonly sharpened: number
  /** The wallet itself named the hash: it was not found by looking. */
  readonly told: boolean
}

/** Settled ones that are kept. */
export const maxSettledEntries = 200
/** Unsettled ones that are followed. */
export const maxTrackedEntries = 99

/** Knowledge of a state, within one turn of the chain: what a wallet says is less than what a chain shows. */
const stateRanks: Readonly<Record<EntryState["_tag"], number>> = {
  Asked: 0,
  Lost: 1,
  Taken: 2,
  NotSent: 3,
  Declined: 3,
  Signed: 3,
  Sent: 4,
  Dropped: 5,
  // That nobody has found it in time gives way to whoever has.
  Expired: 6,
  Confirmed: 7,
  Reverted: 7,
  Replaced: 7,
  Cancelled: 7,
}

export const getHash = (state: EntryState): string | null => ("hash" in state ? state.hash : null)

export const isShownByChain = ({ _tag }: EntryState): boolean => stateRanks[_tag] >= stateRanks.Expired

/** Same text for same data: keys are in the order in which a copy was read, which may differ between tabs. */
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

/** Two copies of one entry become one that knows all that either does: in any order, any number of times. */
export const mergeEntry = (one: StoredEntry, other: StoredEntry): StoredEntry => {
  const later = pickGreater(one, other, [
    (copy) => copy.turn,
    (copy) => stateRanks[copy.state._tag],
    (copy) => Number(copy.told),
    (copy) => toComparableText(copy.state),
  ])
  const sharper = pickGreater(one, other, [(copy) => copy.sharpened, (copy) => toComparableText(copy.mark)])
  // The rest never changes, but others can write to storage too.
  const rest = pickGreater(one, other, [
    ({ id, at, account, network, connectorId, subject, transaction, batch }) =>
      toComparableText([id, at, account, network, connectorId, subject, transaction, batch]),
  ])
  if (later === one && sharper === one && rest === one) return one
  const { turn, state, told } = later
  const { sharpened, mark } = sharper
  return { ...rest, turn, state, told, sharpened, mark }
}

/** A later state of an entry. What the chain shows in place of something that it had shown begins a new turn. */
export const withState = (entry: StoredEntry, state: EntryState, told: boolean): StoredEntry =>
  stateRanks[state._tag] > stateRanks[entry.state._tag]
    ? { ...entry, state, told }
    : toComparableText(state) === toComparableText(entry.state)
      ? entry.told || !told
        ? entry
        : { ...entry, told }
      : { ...entry, state, told, turn: entry.turn + 1 }

export const withCheckpoint = (entry: StoredEntry, mark: SendCheckpoint | undefined): StoredEntry =>
  mark === undefined || toComparableText(mark) === toComparableText(entry.mark)
    ? entry
    : { ...entry, mark, sharpened: entry.sharpened + 1 }

/** A wallet that did not do it: nothing has left. */
export const toRefusedState = ({ reason }: ConnectorError | EngineError): EntryState =>
  reason._tag === "Declined"
    ? { _tag: "Declined" }
    : { _tag: "NotSent", text: reason._tag === "Failed" ? reason.text : "" }

/** What a wallet answered, however late. Only a hash says more than what the chain has shown meanwhile. */
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

/** Milliseconds within which a wallet answers as a rule. */
const promptAnswerMs = 30_000

/** What a wallet has taken its time for may leave with more time than it was asked with, on chains where that ends. */
export const withWaitedCheckpoint = (entry: StoredEntry, now: number): StoredEntry =>
  entry.mark === null || now - entry.at <= promptAnswerMs
    ? entry
    : withCheckpoint(entry, { ...entry.mark, waited: `${now - entry.at}` })

/** Whether there is a transaction: from then on the chain has the word. */
const hasTransaction = ({ state }: StoredEntry): boolean => stateRanks[state._tag] >= stateRanks.Sent

/** A wallet has the batch, and knows it by this id. */
export const withBatch = (entry: StoredEntry, batch: string): StoredEntry =>
  hasTransaction(entry) ? entry : withState(entry, { _tag: "Taken", batch }, false)

/** By what to ask a wallet for a batch. */
export const getBatchId = ({ batch, state }: StoredEntry): string | null =>
  state._tag === "Taken" ? state.batch : (batch ?? null)

/** A wallet that has not said that it took the batch. */
export const withBatchRefusal = (entry: StoredEntry, error: ConnectorError | EngineError): StoredEntry => {
  if (isPreBatchError(error))
    return hasTransaction(entry) ? entry : withState(entry, toRefusedState(error), false)
  return entry.state._tag === "Asked" ? withState(entry, { _tag: "Lost" }, false) : entry
}

/** The wallet cannot do it as it is asked for. An id that is there already is not among them. Source: EIP-1474, EIP-5792. */
const unsupportedBatchCodes = new Set<number | null>([-32602, 5700, 5710, 5740, 5750, 5760])

/** Whether a wallet can only have said it before anything of a batch was signed. */
export const isPreBatchError = (error: ConnectorError | EngineError): error is ConnectorError => {
  if (error._tag === "EngineError") return false
  switch (error.reason._tag) {
    case "Failed":
      return unsupportedBatchCodes.has(error.reason.code)
    case "Malformed":
    case "Offline":
    // The question was, and the wallet may have taken the batch just before.
    case "Expired":
      return false
    default:
      return true
  }
}

const isOlderEntry = (one: StoredEntry, other: StoredEntry): boolean =>
  one.at === other.at ? one.id < other.id : one.at < other.at

/** Whose hash it is where two entries have the same one: the wallet's word counts most, then who asked first. */
const hasStrongerClaim = (one: StoredEntry, other: StoredEntry): boolean =>
  one.told === other.told ? isOlderEntry(one, other) : one.told

const getHashClaim = ({ network, subject, state }: StoredEntry): string | null => {
  const hash = getHash(state)
  return hash === null || subject._tag === "Raw" ? null : `${network} ${hash.toLowerCase()}`
}

/**
 * One transaction settles one request, also where a wallet has named it for two: whoever has taken another's goes on
 * looking, and is never told that it went well.
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
    return claim === null || owners.get(claim) === entry ? entry : withState(entry, { _tag: "Lost" }, false)
  })
}

/** Whether there is anything to look for. */
export const isFindable = ({ state, transaction, batch }: StoredEntry): boolean =>
  transaction !== null || batch !== undefined || getHash(state) !== null

/** Whether room may be made by forgetting it: nothing more can come of it that anybody could find out. */
const isForgettable = (entry: StoredEntry): boolean => isSettled(entry.state) || !isFindable(entry)

/** Everything of all, joined, newest first. What is unsettled is never left out. */
export const mergeEntries = (...copies: readonly (readonly StoredEntry[])[]): readonly StoredEntry[] => {
  const all = new Map<string, StoredEntry>()
  for (const entry of copies.flat()) {
    const known = all.get(entry.id)
    all.set(entry.id, known === undefined ? entry : mergeEntry(known, entry))
  }
  const newestFirst = resolveHashConflicts([...all.values()]).toSorted((one, other) =>
    isOlderEntry(one, other) ? 1 : -1,
  )
  const kept = new Set(newestFirst.filter(isForgettable).slice(0, maxSettledEntries))
  return newestFirst.filter((entry) => !isForgettable(entry) || kept.has(entry))
}

const lowerOrNull = (text: string | null): string | null => text?.toLowerCase() ?? null

/** The forms in which addresses of an account's chain are compared. */
const makeNormalizer = (account: string) => {
  const namespace = account.slice(0, account.indexOf(":"))
  return (address: string | null): string | null =>
    address !== null && isNamespace(namespace) ? normalizeAddress(namespace, address) : address
}

/** Whether it moves the same amount of the same token from the same account to the same address. */
export const isSamePayment = (
  { account, subject }: Pick<LedgerEntry, "account" | "subject">,
  payment: Parameters<Ledger["findDuplicate"]>[0],
): boolean => {
  const form = makeNormalizer(payment.account)
  return (
    subject._tag === "Transfer" &&
    subject.amount === payment.amount &&
    form(subject.to) === form(payment.to) &&
    form(subject.token.address) === form(payment.token) &&
    form(account) === form(payment.account)
  )
}

/** Whether both ask for the same: to move it twice is what nobody means. What a page asks for says that itself. */
export const isDuplicate = (
  entry: StoredEntry,
  { account, subject }: Pick<LedgerEntry, "account" | "subject">,
): boolean => {
  switch (subject._tag) {
    case "Transfer": {
      const { amount, to, token } = subject
      return isSamePayment(entry, { account, token: token.address, amount, to })
    }
    case "Approval":
    case "Swap":
      return (
        lowerOrNull(entry.account) === lowerOrNull(account) &&
        getActionKey(entry.subject) === getActionKey(subject)
      )
    case "Call":
    case "Raw":
    case "Message":
    case "TypedData":
      return false
  }
}

/** What an approval or a swap does, apart from how well it does it. */
const getActionKey = (subject: LedgerEntry["subject"]): string | null => {
  if (subject._tag === "Approval")
    return lowerOrNull(`Approval ${subject.token.address} ${subject.amount} ${subject.spender}`)
  return subject._tag === "Swap"
    ? lowerOrNull(`Swap ${subject.source.address} ${subject.amount} ${subject.destination.address}`)
    : null
}

/** Whether there is anything in it that a copy does not know. */
export const hasMoreKnowledge = (entries: readonly StoredEntry[], copy: readonly StoredEntry[]): boolean => {
  const known = new Map(copy.map((entry) => [entry.id, entry]))
  return entries.some((entry) => {
    const same = known.get(entry.id)
    return same === undefined || mergeEntry(same, entry) !== same
  })
}

/** Hashes that are another request's. What was sent by hand may be anybody's. */
export const hashesOfOtherEntries = (
  others: readonly StoredEntry[],
  { id, network }: StoredEntry,
): readonly string[] =>
  others
    .filter((other) => other.id !== id && other.network === network && other.subject._tag !== "Raw")
    .map(({ state }) => getHash(state))
    .filter((hash) => hash !== null)
