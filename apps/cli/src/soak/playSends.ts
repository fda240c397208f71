import type { Connector } from "@wmodal/chains"
import { isSettled, type LedgerEntry } from "@wmodal/core/flows"
import type { ScriptedApprover } from "@wmodal/dev-wallet"
import type { FaultRule } from "@wmodal/mock-server"
import { Feed } from "@wmodal/protocol"
import { Effect, Stream } from "effect"
import fc from "fast-check"
import { expect } from "vitest"
import type { Settings } from "../settings/Settings.ts"
import { makeBrowser, type Page } from "../story/Page.ts"
import { faults, type makeFaultyNetwork } from "./faultyNetwork.ts"

/** The number of payments in one run, full under `npm run soak`. */
export const sendCount = process.env["WMODAL_SOAK"] === undefined ? 10 : 1_000

const planArbitrary = (recipients: readonly string[]) =>
  fc.record({
    amount: fc.integer({ min: 1, max: 1_000_000 }).map(BigInt),
    to: fc.constantFrom(...recipients),
    fault: faults,
    /** The first status requests fail, too. */
    isBlind: fc.boolean(),
    /** The wallet breaks its connection to the dApp right after it has sent. */
    isMute: fc.boolean(),
    /** The wallet only signs, if the chain allows both. */
    signsOnly: fc.boolean(),
    /** The action of the user after the failure. */
    reaction: fc.constantFrom("waits", "reloads", "triesAgain", "opensTab"),
  })
export type SendPlan = ReturnType<ReturnType<typeof planArbitrary>["generate"]>["value"]

/** The wallet, network and payments of a run on one chain. */
export interface SoakCast {
  readonly world: ReturnType<typeof makeFaultyNetwork>
  readonly settings: Settings
  readonly person: ScriptedApprover
  /**
   * Makes the connector of a new session. `now` returns the plan of the current payment, or `null` between payments.
   */
  readonly connector: (now: () => SendPlan | null) => Connector
  /** The symbol of the asset to send. */
  readonly symbol: string
  readonly recipients: readonly string[]
  /** Base units. Amounts are unique, so that each payment is found by its effects. */
  readonly amountOf: (plan: SendPlan, index: number) => bigint
  readonly broadcast: Partial<FaultRule["match"]>
  readonly look: Partial<FaultRule["match"]>
}

/**
 * Sends payments while responses are lost: each must be confirmed once, under one hash, after one prompt.
 * @returns the sum due to each recipient, and the states of payments after the response of the wallet.
 */
export const playSends = Effect.fnUntraced(function* (cast: SoakCast) {
  const { person, recipients, symbol, world } = cast
  const planned = fc.sample(planArbitrary(recipients), sendCount)
  const seen = new Set<string>()
  const due = new Map<string, bigint>()
  let now: SendPlan | null = null
  const browser = makeBrowser(cast.settings, () => [cast.connector(() => now)])
  let page = yield* browser.open
  const { id, namespace } = cast.connector(() => now)
  yield* page.engine.connection.connectAndWait(id, namespace)

  const rulesOf = ({ fault, isBlind }: SendPlan) => [
    { match: cast.broadcast, fault, carriedOut: true },
    ...(isBlind ? [{ match: cast.look, fault, times: 4 }] : []),
  ]

  const sendOnce = Effect.fnUntraced(function* (plan: SendPlan, index: number, first: Page) {
    let page = first
    const before = person.asked.length
    const { holdings, recipients, send } = page.flows
    const holding = yield* holdings.find(symbol)
    if (holding === null) throw new Error(`no ${symbol}`)
    const to = yield* recipients.resolve(plan.to)
    const amount = cast.amountOf(plan, index)
    due.set(plan.to, (due.get(plan.to) ?? 0n) + amount)
    const review = yield* send.prepare({ holding, amount, to })
    const passed = review.stops.map(({ _tag }) => _tag)
    const successes: string[] = []
    yield* Effect.forkChild(
      Feed.runForEach(page.engine.events, ({ name }) =>
        Effect.sync(() => (name === "SEND_SUCCESS" ? successes.push(name) : 0)),
      ),
      { startImmediately: true },
    )
    yield* Effect.promise(() => world.setFaults(rulesOf(plan)))
    now = plan
    const entry = yield* send.submit(review, passed)
    now = null
    seen.add(entry.state._tag)
    expect(entry.state._tag).toMatch(/^(Unanswered|Sent|Lost|Confirmed)$/)
    yield* Effect.promise(() => world.setFaults([]))
    if (plan.reaction === "triesAgain") {
      const again = yield* Effect.result(send.submit(review, passed))
      // A duplicate is rejected without a prompt, settled or not.
      expect(again).toMatchObject({ failure: { reason: { _tag: "Duplicate", entry: entry.id } } })
    }
    if (plan.reaction === "reloads") {
      yield* page.close
      page = yield* browser.open
    }
    const tab = plan.reaction === "opensTab" ? yield* browser.open : null
    const states: LedgerEntry["state"][] = []
    yield* Stream.runForEach(page.flows.ledger.follow(entry.id), ({ state }) =>
      Effect.sync(() => states.push(state)),
    )
    const last = states.at(-1)
    expect(states.filter(({ _tag }) => _tag === "Confirmed")).toHaveLength(1)
    expect(states.filter(isSettled)).toHaveLength(1)
    const hashes = new Set(states.flatMap((state) => ("hash" in state ? [state.hash] : [])))
    expect(hashes.size).toBe(1)
    expect(last).toMatchObject({ _tag: "Confirmed", hash: [...hashes][0] })
    expect(person.asked.length - before).toBe(1)
    expect(successes.length).toBeLessThanOrEqual(1)
    if (tab !== null) yield* tab.close
    return page
  })

  for (const [index, plan] of planned.entries()) page = yield* sendOnce(plan, index, page)
  yield* page.close
  return { due, seen }
})
