import type { ConnectorError, Mark, SendOutcome } from "@wmodal/chains"
import { isNamespace } from "@wmodal/protocol"
import type { EngineError } from "../problems/EngineError.ts"
import { sameForm } from "../recipients/lookAlike.ts"
import { type EntryState, isSettled, type Ledger, type LedgerEntry } from "./Ledger.ts"

/** An entry as it is stored, with what two tabs need to agree on it whatever each of them has missed. */
export interface Noted extends Omit<LedgerEntry, "mine"> {
  /** How often the chain has taken back, or changed, what it had shown. */
  readonly turn: number
  /** How often the mark has been sharpened. */
  readonly sharpened: number
  /** The wallet itself named the hash: it was not found by looking. */
  readonly told: boolean
}

/** Settled ones that are kept. */
export const settledLimit = 200
/** Unsettled ones that are followed. */
export const followedLimit = 99

/** Knowledge of a state, within one turn of the chain: what a wallet says is less than what a chain shows. */
const rank: Readonly<Record<EntryState["_tag"], number>> = {
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

export const hashOf = (state: EntryState): string | null => ("hash" in state ? state.hash : null)

export const isShownByChain = ({ _tag }: EntryState): boolean => rank[_tag] >= rank.Expired

/** Same text for same data: keys are in the order in which a copy was read, which may differ between tabs. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "bigint"
      ? `${inner}n`
      : typeof inner === "object" && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
        : inner,
  )

const greater = <A>(one: A, other: A, orders: readonly ((of: A) => number | string)[]): A => {
  for (const order of orders) {
    const [left, right] = [order(one), order(other)]
    if (left !== right) return left > right ? one : other
  }
  return one
}

/** Two copies of one entry become one that knows all that either does: in any order, any number of times. */
export const join = (one: Noted, other: Noted): Noted => {
  const later = greater(one, other, [
    (copy) => copy.turn,
    (copy) => rank[copy.state._tag],
    (copy) => Number(copy.told),
    (copy) => textOf(copy.state),
  ])
  const sharper = greater(one, other, [(copy) => copy.sharpened, (copy) => textOf(copy.mark)])
  // The rest never changes, but others can write to storage too.
  const rest = greater(one, other, [
    ({ id, at, account, network, connectorId, subject, transaction, batch }) =>
      textOf([id, at, account, network, connectorId, subject, transaction, batch]),
  ])
  if (later === one && sharper === one && rest === one) return one
  const { turn, state, told } = later
  const { sharpened, mark } = sharper
  return { ...rest, turn, state, told, sharpened, mark }
}

/** A later state of an entry. What the chain shows in place of something that it had shown begins a new turn. */
export const moved = (entry: Noted, state: EntryState, told: boolean): Noted =>
  rank[state._tag] > rank[entry.state._tag]
    ? { ...entry, state, told }
    : textOf(state) === textOf(entry.state)
      ? entry.told || !told
        ? entry
        : { ...entry, told }
      : { ...entry, state, told, turn: entry.turn + 1 }

export const sharpen = (entry: Noted, mark: Mark | undefined): Noted =>
  mark === undefined || textOf(mark) === textOf(entry.mark)
    ? entry
    : { ...entry, mark, sharpened: entry.sharpened + 1 }

/** A wallet that did not do it: nothing has left. */
export const refused = ({ reason }: ConnectorError | EngineError): EntryState =>
  reason._tag === "Declined"
    ? { _tag: "Declined" }
    : { _tag: "NotSent", text: reason._tag === "Failed" ? reason.text : "" }

/** What a wallet answered, however late. Only a hash says more than what the chain has shown meanwhile. */
export const answered = (entry: Noted, outcome: SendOutcome): Noted => {
  const hash = outcome._tag === "NotSent" ? null : outcome.hash
  if (hash !== null)
    return hashOf(entry.state)?.toLowerCase() === hash.toLowerCase()
      ? { ...entry, told: true }
      : moved(entry, { _tag: "Sent", hash }, true)
  if (entry.state._tag !== "Asked") return entry
  return moved(entry, outcome._tag === "NotSent" ? refused(outcome.error) : { _tag: "Lost" }, false)
}

/** Milliseconds within which a wallet answers as a rule. */
const prompt = 30_000

/** What a wallet has taken its time for may leave with more time than it was asked with, on chains where that ends. */
export const waitedFor = (entry: Noted, now: number): Noted =>
  entry.mark === null || now - entry.at <= prompt
    ? entry
    : sharpen(entry, { ...entry.mark, waited: `${now - entry.at}` })

/** Whether there is a transaction: from then on the chain has the word. */
const hasLeft = ({ state }: Noted): boolean => rank[state._tag] >= rank.Sent

/** A wallet has the batch, and knows it by this id. */
export const taken = (entry: Noted, batch: string): Noted =>
  hasLeft(entry) ? entry : moved(entry, { _tag: "Taken", batch }, false)

/** By what to ask a wallet for a batch. */
export const batchOf = ({ batch, state }: Noted): string | null =>
  state._tag === "Taken" ? state.batch : (batch ?? null)

/** A wallet that has not said that it took the batch. */
export const batchRefused = (entry: Noted, error: ConnectorError | EngineError): Noted => {
  if (isBeforeBatch(error)) return hasLeft(entry) ? entry : moved(entry, refused(error), false)
  return entry.state._tag === "Asked" ? moved(entry, { _tag: "Lost" }, false) : entry
}

/** The wallet cannot do it as it is asked for. An id that is there already is not among them. Source: EIP-1474, EIP-5792. */
const impossible = new Set<number | null>([-32602, 5700, 5710, 5740, 5750, 5760])

/** Whether a wallet can only have said it before anything of a batch was signed. */
export const isBeforeBatch = (error: ConnectorError | EngineError): error is ConnectorError => {
  if (error._tag === "EngineError") return false
  switch (error.reason._tag) {
    case "Failed":
      return impossible.has(error.reason.code)
    case "Malformed":
    case "Offline":
    // The question was, and the wallet may have taken the batch just before.
    case "Expired":
      return false
    default:
      return true
  }
}

const isOlder = (one: Noted, other: Noted): boolean =>
  one.at === other.at ? one.id < other.id : one.at < other.at

/** Whose hash it is where two entries have the same one: the wallet's word counts most, then who asked first. */
const isStronger = (one: Noted, other: Noted): boolean =>
  one.told === other.told ? isOlder(one, other) : one.told

const claimOf = ({ network, subject, state }: Noted): string | null => {
  const hash = hashOf(state)
  return hash === null || subject._tag === "Raw" ? null : `${network} ${hash.toLowerCase()}`
}

/**
 * One transaction settles one request, also where a wallet has named it for two: whoever has taken another's goes on
 * looking, and is never told that it went well.
 */
const disentangled = (entries: readonly Noted[]): readonly Noted[] => {
  const owners = new Map<string, Noted>()
  for (const entry of entries) {
    const claim = claimOf(entry)
    if (claim === null) continue
    const owner = owners.get(claim)
    if (owner === undefined || isStronger(entry, owner)) owners.set(claim, entry)
  }
  return entries.map((entry) => {
    const claim = claimOf(entry)
    return claim === null || owners.get(claim) === entry ? entry : moved(entry, { _tag: "Lost" }, false)
  })
}

/** Whether there is anything to look for. */
export const isFindable = ({ state, transaction, batch }: Noted): boolean =>
  transaction !== null || batch !== undefined || hashOf(state) !== null

/** Whether room may be made by forgetting it: nothing more can come of it that anybody could find out. */
const isDone = (entry: Noted): boolean => isSettled(entry.state) || !isFindable(entry)

/** Everything of all, joined, newest first. What is unsettled is never left out. */
export const merged = (...copies: readonly (readonly Noted[])[]): readonly Noted[] => {
  const all = new Map<string, Noted>()
  for (const entry of copies.flat()) {
    const known = all.get(entry.id)
    all.set(entry.id, known === undefined ? entry : join(known, entry))
  }
  const newestFirst = disentangled([...all.values()]).toSorted((one, other) => (isOlder(one, other) ? 1 : -1))
  const kept = new Set(newestFirst.filter(isDone).slice(0, settledLimit))
  return newestFirst.filter((entry) => !isDone(entry) || kept.has(entry))
}

const lower = (text: string | null): string | null => text?.toLowerCase() ?? null

/** The forms in which addresses of an account's chain are compared. */
const formIn = (account: string) => {
  const namespace = account.slice(0, account.indexOf(":"))
  return (address: string | null): string | null =>
    address !== null && isNamespace(namespace) ? sameForm(namespace, address) : address
}

/** Whether it moves the same amount of the same token from the same account to the same address. */
export const isSamePayment = (
  { account, subject }: Pick<LedgerEntry, "account" | "subject">,
  payment: Parameters<Ledger["twinOf"]>[0],
): boolean => {
  const form = formIn(payment.account)
  return (
    subject._tag === "Transfer" &&
    subject.amount === payment.amount &&
    form(subject.to) === form(payment.to) &&
    form(subject.token.address) === form(payment.token) &&
    form(account) === form(payment.account)
  )
}

/** Whether both ask for the same: to move it twice is what nobody means. What a page asks for says that itself. */
export const isTwin = (
  entry: Noted,
  { account, subject }: Pick<LedgerEntry, "account" | "subject">,
): boolean => {
  switch (subject._tag) {
    case "Transfer": {
      const { amount, to, token } = subject
      return isSamePayment(entry, { account, token: token.address, amount, to })
    }
    case "Approval":
    case "Swap":
      return lower(entry.account) === lower(account) && nameOf(entry.subject) === nameOf(subject)
    case "Call":
    case "Raw":
    case "Message":
    case "TypedData":
      return false
  }
}

/** What an approval or a swap does, apart from how well it does it. */
const nameOf = (subject: LedgerEntry["subject"]): string | null => {
  if (subject._tag === "Approval")
    return lower(`Approval ${subject.token.address} ${subject.amount} ${subject.spender}`)
  return subject._tag === "Swap"
    ? lower(`Swap ${subject.source.address} ${subject.amount} ${subject.destination.address}`)
    : null
}

/** Whether there is anything in it that a copy does not know. */
export const knowsMore = (entries: readonly Noted[], copy: readonly Noted[]): boolean => {
  const known = new Map(copy.map((entry) => [entry.id, entry]))
  return entries.some((entry) => {
    const same = known.get(entry.id)
    return same === undefined || join(same, entry) !== same
  })
}

/** Hashes that are another request's. What was sent by hand may be anybody's. */
export const takenBy = (others: readonly Noted[], { id, network }: Noted): readonly string[] =>
  others
    .filter((other) => other.id !== id && other.network === network && other.subject._tag !== "Raw")
    .map(({ state }) => hashOf(state))
    .filter((hash) => hash !== null)
