import { decodePercent } from "../http/decodePercent.ts"
import { type FaultRule, isRelayFault } from "./Fault.ts"

/** The properties of a call that a rule can match. */
interface FaultCall {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** JSON-RPC methods of the body. */
  readonly rpc: readonly string[]
  readonly body: string
  /** The tags of its messages, if it is a relay call. */
  readonly tags?: readonly number[]
}

/** The faults of one call. */
export interface FaultOutcome {
  readonly delay: number
  readonly rule: FaultRule | null
}

/** Returns the `kind`s of the faults, in order. */
export const getFaultKinds = ({ delay, rule }: FaultOutcome): readonly string[] => [
  ...(delay > 0 ? ["delay"] : []),
  ...(rule === null ? [] : [rule.fault.kind]),
]

/** The rules of one world, with the number of their matches. */
export interface FaultPlan {
  readonly rules: readonly FaultRule[]
  /** Counts the call. @returns `null` when no fault applies. */
  readonly faultFor: (call: FaultCall) => FaultOutcome | null
}

/** Converts a text with `*` for any text and, in a path, `:name` for one segment. */
const toPattern = (text: string): RegExp =>
  new RegExp(
    `^${text
      .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
      .replaceAll("*", ".*")
      .replace(/(?<=\/):\w+/g, "[^/]+")}$`,
  )

const matchesChain = ({ path, query, body }: FaultCall, chain: string): boolean => {
  const said = [
    ...path.split("/").map((segment) => decodePercent(segment) ?? segment),
    ...Object.values(query).flatMap((value) => value.split(",")),
    // Paths of Bitcoin nodes contain only the reference.
    path.replace(/^\/bitcoin\/([^/]+).*$/, "bip122:$1"),
  ]
  return (
    said.some((text) => text === chain || text.startsWith(`${chain}:`)) ||
    [`"${chain}"`, `"${chain}:`].some((text) => body.includes(text))
  )
}

const makeMatcher = ({ match, fault }: FaultRule): ((call: FaultCall) => boolean) => {
  const path = match.path === undefined ? null : toPattern(match.path.replace(/(?<=.)\/$/, ""))
  const rpc = match.rpc === undefined ? null : toPattern(match.rpc)
  const ofRelay = isRelayFault(fault)
  return (call) =>
    (!ofRelay || call.method === "WS") &&
    (match.method === undefined || match.method === call.method) &&
    (path === null || path.test(call.path.replace(/(?<=.)\/$/, ""))) &&
    (rpc === null || call.rpc.some((method) => rpc.test(method))) &&
    (match.tag === undefined || call.tags?.includes(match.tag) === true) &&
    (match.chain === undefined || matchesChain(call, match.chain))
}

export const makeFaultPlan = (rules: readonly FaultRule[]): FaultPlan => {
  const counted = rules.map((rule) => ({ rule, matches: makeMatcher(rule), seen: 0 }))
  return {
    rules,
    faultFor: (call) => {
      const active = counted.filter((entry) => {
        if (!entry.matches(call)) return false
        entry.seen += 1
        const { after, times = Number.POSITIVE_INFINITY } = entry.rule
        return entry.seen > after && entry.seen <= after + times
      })
      if (active.length === 0) return null
      const delays = active.map(({ rule: { fault } }) => (fault.kind === "delay" ? fault.milliseconds : 0))
      return {
        delay: delays.reduce((sum, delay) => sum + delay, 0),
        rule: active.find(({ rule }) => rule.fault.kind !== "delay")?.rule ?? null,
      }
    },
  }
}
