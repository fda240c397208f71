import type { BalanceChange, SimulationResult } from "../../contract/Transfer.ts"
import type { EventLog } from "../simulationRun.ts"
import { toAddressWord } from "./contractAbi.ts"

/** The effects of calls on one account, as one node expects them. */
export interface ExpectedEffects {
  readonly trial: SimulationResult
  readonly logs: readonly EventLog[]
  /** Transfers of the native currency by calls and in them, as events of a token; `null` if no node says. */
  readonly transfers: readonly EventLog[] | null
}

/** Prices of pools move between the latest blocks of two nodes, but not by more than a twentieth. */
const tolerance = 20n

/**
 * Returns whether two nodes expect the same: the same assets in the same direction and about the same amount, and the
 * same events that name the account. True if one of them could not simulate.
 */
export const hasSameEffects = (
  [first, second]: readonly [ExpectedEffects, ExpectedEffects],
  account: string,
): boolean => {
  const [one, other] = [first.trial, second.trial]
  if (one._tag === "Unavailable" || other._tag === "Unavailable") return true
  if (one._tag === "Reverts" || other._tag === "Reverts") return one._tag === other._tag
  const assets = new Set([...one.changes, ...other.changes].map(({ token }) => token))
  return (
    [...assets].every((token) => isClose(getChange(one.changes, token), getChange(other.changes, token))) &&
    describeEvents(first.logs, account) === describeEvents(second.logs, account)
  )
}

const getChange = (changes: readonly BalanceChange[], asset: string | null): bigint => {
  const found = changes.find(({ token }) => token === asset)
  return found === undefined ? 0n : found.after - found.before
}

const isClose = (one: bigint, other: bigint): boolean => {
  const size = (value: bigint) => (value < 0n ? -value : value)
  const most = size(one) > size(other) ? size(one) : size(other)
  return size(one - other) * tolerance <= most
}

/** The data of events is left out, because it contains amounts. */
const describeEvents = (logs: readonly EventLog[], account: string): string =>
  logs
    .filter(({ topics }) => topics.includes(toAddressWord(account)))
    .map(({ address, topics }) => [address, ...topics].join())
    .toSorted()
    .join("\n")
