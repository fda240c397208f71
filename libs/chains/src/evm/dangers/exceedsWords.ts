import { erc20Abi, getAbiItem, toEventSelector } from "viem"
import type { ExplainedField, Explanation } from "../../contract/Explanation.ts"
import type { SimulationResult } from "../../contract/Transfer.ts"
import type { WalletCall } from "../../contract/WalletCalls.ts"
import { type Asset, sumByAsset, type Trade } from "../../effects/Trade.ts"
import { decodeUint, toAddressWord } from "../contracts/contractAbi.ts"
import type { EventLog } from "../simulationRun.ts"
import type { PlanReading } from "../universalRouter/readPlan.ts"

/** A call of a request, what its words say, and the swaps in it. */
export interface SaidCall {
  readonly said: Explanation
  readonly call: Pick<WalletCall, "data" | "to">
  readonly swaps?: readonly Trade[]
  readonly plan?: Pick<PlanReading, "effects" | "trades"> | null
  /** Whether it only allows what it names: nothing of that has to leave. */
  readonly allows?: boolean
}

/** What a node expects of a request. */
interface ExpectedOfCalls {
  readonly trial: SimulationResult
  readonly logs: readonly EventLog[]
}

const currency = "currency"
const toKey = (token: string | null) => token?.toLowerCase() ?? currency
const toAssetKey = (asset: Asset) =>
  asset._tag === "Native" ? currency : asset._tag === "Token" ? asset.token.toLowerCase() : null

/**
 * Returns true when a node expects more of an asset to leave the account than the words of all calls name together, or
 * less to arrive than their swaps promise. Shares and debts that end with a withdrawal or a repayment are no loss.
 */
export const exceedsWords = (
  calls: readonly SaidCall[],
  { logs, trial }: ExpectedOfCalls,
  from: string,
): boolean => {
  if (trial._tag !== "Simulated") return false
  const changes = new Map(trial.changes.map(({ after, before, token }) => [toKey(token), after - before]))
  const sent = listSent(trial, logs, from)
  const collections = new Set(sent.map(({ collection }) => collection))
  const named = sumNamed(calls.flatMap(({ allows, said }) => (allows ? [] : [said])))
  const ended = sumEnded(logs, from)
  // A token that is the native currency leaves with it: the words of both name one ledger.
  const faces = trial.changes.flatMap(({ nativeUnits, token }) =>
    nativeUnits === undefined ? [] : [{ key: toKey(token), nativeUnits }],
  )
  for (const { key, nativeUnits } of faces) {
    const [own, shared] = [named.get(key) ?? 0n, named.get(currency) ?? 0n]
    named.set(currency, own === "all" || shared === "all" ? "all" : shared + own * nativeUnits)
    ended.set(currency, (ended.get(currency) ?? 0n) + (ended.get(key) ?? 0n) * nativeUnits)
  }
  const isLeaving = [...changes].some(([key, change]) => {
    if (faces.some((face) => face.key === key)) return false
    const most = named.get(key) ?? 0n
    return most !== "all" && !collections.has(key) && -change - (ended.get(key) ?? 0n) > withRounding(most)
  })
  return isLeaving || sent.some((item) => !isNamed(item, calls)) || isArrivingLess(calls, changes)
}

/** A collectible that leaves. In lower case. */
interface SentItem {
  readonly collection: string
  readonly id: bigint
  /** Whether it goes to the zero address. */
  readonly isBurned: boolean
}

const listSent = (
  { moves = [] }: Extract<SimulationResult, { readonly _tag: "Simulated" }>,
  logs: readonly EventLog[],
  from: string,
): readonly SentItem[] => [
  ...moves.flatMap(({ amount, collection, id }) =>
    amount < 0n ? [{ collection: collection.toLowerCase(), id, isBurned: false }] : [],
  ),
  ...logs.flatMap(({ address, topics: [event, payer, payee, id] }) =>
    event === transferTopic && payer === toAddressWord(from) && payee !== payer && id !== undefined
      ? [{ collection: address.toLowerCase(), id: BigInt(id), isBurned: payee === zeroWord }]
      : [],
  ),
]

/** Only calls of its collection name a collectible, by its id. One that ends there, such as a claim, is no loss. */
const isNamed = ({ collection, id, isBurned }: SentItem, calls: readonly SaidCall[]): boolean =>
  calls.some(
    ({ call }) =>
      call.to.toLowerCase() === collection &&
      (isBurned || call.data.toLowerCase().includes(id.toString(16).padStart(64, "0"))),
  )

/** Rebasing tokens move a few base units more or less. */
const withRounding = (units: bigint) => (units === 0n ? 0n : units + units / 1_000n + 10n)

const isArrivingLess = (calls: readonly SaidCall[], changes: ReadonlyMap<string, bigint>): boolean => {
  // Nothing is lost where nothing moves.
  if ([...changes.values()].every((change) => change === 0n)) return false
  const trades = calls.flatMap(listTrades)
  const paid = sumNamed(
    calls.flatMap((call) => (call.allows || listTrades(call).length > 0 ? [] : [call.said])),
  )
  const given = new Set(trades.flatMap(({ gives }) => gives.map(({ asset }) => toAssetKey(asset))))
  if (calls.some(({ said }) => said.value > 0n)) given.add(currency)
  return sumByAsset(trades.flatMap(({ gets }) => gets)).some(({ asset, units }) => {
    const key = toAssetKey(asset)
    return key !== null && !given.has(key) && !paid.has(key) && (changes.get(key) ?? 0n) < units
  })
}

/** Of the ways in which a plan may end only one happens. */
const listTrades = ({ plan, swaps = [] }: SaidCall): readonly Trade[] =>
  plan?.effects.length === 1 ? [...swaps, ...plan.trades] : swaps

/** Sums up the amounts of all rows, at any depth, and what the calls send. */
const sumNamed = (calls: readonly Explanation[]): Map<string, bigint | "all"> => {
  const sums = new Map<string, bigint | "all">()
  const add = (key: string, units: bigint | "all") => {
    const sum = sums.get(key) ?? 0n
    sums.set(key, sum === "all" || units === "all" ? "all" : sum + units)
  }
  const addField = ({ value }: ExplainedField) => {
    if (value._tag === "Amount") add(toKey(value.token), value.unlimited ? "all" : value.units)
    else if (value._tag === "Call") addCall(value.call)
  }
  const addCall = ({ fields, value }: Explanation) => {
    if (value > 0n) add(currency, value)
    for (const field of fields) addField(field)
  }
  for (const call of calls) addCall(call)
  return sums
}

const transferTopic = toEventSelector(getAbiItem({ abi: erc20Abi, name: "Transfer" }))
const zeroWord = `0x${"0".repeat(64)}`

/** Sums up what tokens report to end: their transfers from the account to the zero address. */
const sumEnded = (logs: readonly EventLog[], from: string): Map<string, bigint> => {
  const sums = new Map<string, bigint>()
  for (const { address, data, topics } of logs) {
    const [event, payer, payee, ...others] = topics
    if (event !== transferTopic || payer !== toAddressWord(from) || payee !== zeroWord || others.length > 0)
      continue
    const key = toKey(address)
    sums.set(key, (sums.get(key) ?? 0n) + (decodeUint(data) ?? 0n))
  }
  return sums
}
