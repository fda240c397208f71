import {
  type DevWallet,
  devConnector,
  makeDevWallet,
  type ScriptedApprover,
  scriptedApprover,
  testSigner,
} from "@wmodal/chains/dev"
import { isSettled, type LedgerEntry } from "@wmodal/core/flows"
import { type FaultRule, type Handler, makeHandler } from "@wmodal/mock-server"
import { Fetch, Hosts, hostsInUse, makeFetch, makeRpc, type Rpc } from "@wmodal/protocol"
import { mainnet } from "@wmodal/protocol/networks"
import { Effect, Fiber, type Scope, Stream } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { afterAll, describe, expect, it } from "vitest"
import * as z from "zod/mini"
import type { Settings } from "../settings/Settings.ts"
import { tiersOf } from "../settings/tiersOf.ts"
import { makeBrowser, type Page } from "../story/Page.ts"

/** Sends in one run: all of them under `npm run soak`. */
const sends = process.env["WMODAL_SOAK"] === undefined ? 20 : 1_000

const payer = testSigner(0).address
const recipients = [1, 2, 3].map((digit) => `0x${String(digit).repeat(40)}`)

const lost = (kind: "reset" | "html" | "empty" | "hang") => fc.constant<FaultRule["fault"]>({ kind })
/** How a node's answer is lost after the node has taken the transaction. */
const faults = fc.oneof(
  lost("reset"),
  lost("html"),
  lost("empty"),
  lost("hang"),
  fc.constant<FaultRule["fault"]>({ kind: "truncated" }),
  fc.constant<FaultRule["fault"]>({ kind: "contentType", contentType: "text/plain" }),
  fc.constantFrom(429, 500, 502, 503, 504).map((status): FaultRule["fault"] => ({ kind: "status", status })),
)

const plans = fc.record({
  amount: fc.integer({ min: 1, max: 1_000_000 }).map(BigInt),
  to: fc.constantFrom(...recipients),
  fault: faults,
  /** Whether the wallet cannot see either that it is there, and so tells the page that it does not know. */
  isBlind: fc.boolean(),
  /** Whether the wallet, which knows it all, breaks before it has told the page. */
  isMute: fc.boolean(),
  /** What the person does once the wallet has let them down. */
  reaction: fc.constantFrom("waits", "reloads", "triesAgain", "opensTab"),
})
type Plan = ReturnType<typeof plans.generate>["value"]

/** What happens to each call on the way, and those that wait for an answer. */
const outside = (handler: Handler, projectId: string) => {
  const pending = new Set<Promise<unknown>>()
  let hanging: readonly string[] = []
  const fetch = makeFetch(async (request) => {
    if (new URL(request.url).host !== "localhost") throw new Error("there is no other host")
    const body = await request.clone().text()
    const answer = Promise.resolve(handler.fetch(request))
    if (hanging.some((method) => body.includes(method))) return answer
    pending.add(answer)
    const settle = () => pending.delete(answer)
    answer.then(settle, settle)
    return answer
  })
  const control = async (path: string, method: string, body?: unknown): Promise<unknown> => {
    const answer = await handler.fetch(
      new Request(`http://localhost/control/worlds/${projectId}/${path}`, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    )
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const setFaults = (rules: readonly Partial<FaultRule>[]) => {
    hanging = rules.flatMap(({ fault, match }) => (fault?.kind === "hang" ? [match?.rpc ?? ""] : []))
    return control("faults", "PUT", { faults: rules })
  }
  const rpc = async (method: string, params: readonly unknown[]) =>
    Rpc.parse(await control("rpc?chainId=eip155:1", "POST", { jsonrpc: "2.0", id: 1, method, params })).result
  /** Time passes only while nobody waits for an answer. */
  const inItsTime = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(effect, { startImmediately: true })
      for (;;) {
        for (let turn = 0; turn < 10; turn++) yield* Effect.yieldNow
        if (pending.size > 0) yield* Effect.promise(() => Promise.allSettled(pending))
        else if (fiber.pollUnsafe() !== undefined) return yield* Fiber.join(fiber)
        else yield* TestClock.adjust(500)
      }
    })
  return { fetch, inItsTime, setFaults, rpc }
}
const Rpc = z.object({ result: z.string() })

const settings = (projectId: string): Settings => {
  const blockchain = `http://localhost/w/${projectId}`
  const network = { ...mainnet, rpcUrls: { default: { http: [`${blockchain}/rpc/eip155:1`] } } }
  return { projectId, endpoints: { blockchain }, rpc: [], nodes: {}, networks: [network], network }
}

/** A wallet whose time is the time of the test, too. */
const walletOf = Effect.fnUntraced(function* (here: Settings, { approve }: ScriptedApprover) {
  const around = yield* Effect.context<Fetch | Scope.Scope>()
  const rpc = yield* makeRpc({ tiers: tiersOf(here, here.networks[0]) }).pipe(
    Effect.provideServiceEffect(Hosts, hostsInUse),
  )
  const inTime = ({ request }: Rpc, method: string, params: readonly unknown[]) =>
    Effect.provideContext(request(method, params), around)
  const pinned: Effect.Effect<Rpc> = Effect.map(
    Effect.provideContext(rpc.pin, around),
    (node): Rpc => ({
      request: (method, params = []) => inTime(node, method, params),
      pin: Effect.suspend(() => pinned),
    }),
  )
  const { nativeCurrency, name } = mainnet
  return makeDevWallet({
    signers: [testSigner(0)],
    networks: [
      { chainId: 1, name, rpcUrls: here.networks[0].rpcUrls.default.http, currency: nativeCurrency },
    ],
    approve,
    rpc: (_, method, params) => inTime(rpc, method, params),
    pin: () => pinned,
  })
})

/** A wallet whose connection to the page breaks just as it has sent. */
const breaking = (wallet: DevWallet, now: () => boolean): DevWallet => ({
  ...wallet,
  provider: (origin) => {
    const provider = wallet.provider(origin)
    return {
      ...provider,
      request: async (asked) => {
        const answer = await provider.request(asked)
        if (now() && asked.method === "eth_sendTransaction") throw new Error("The port is closed.")
        return answer
      },
    }
  },
})

describe("a send whose broadcast is answered to nobody", () => {
  const handler = makeHandler()
  afterAll(() => handler.close())

  it(`succeeds once, under one hash, after one prompt: ${sends} times`, { timeout: 900_000 }, async () => {
    const projectId = "soak"
    const world = outside(handler, projectId)
    const person = scriptedApprover()
    const planned = fc.sample(plans, sends)
    const seen = new Set<string>()
    let isMute = false

    const program = Effect.gen(function* () {
      const here = settings(projectId)
      const wallet = yield* walletOf(here, person)
      const browser = makeBrowser(here, () => [
        devConnector({ wallet: breaking(wallet, () => isMute), origin: "https://shop.example" }),
      ])
      let page = yield* browser.open
      yield* page.engine.connection.connectAndWait("dev")
      for (const [index, plan] of planned.entries()) page = yield* sendOnce(plan, index, page)
      yield* page.close

      function sendOnce(plan: Plan, index: number, first: Page) {
        return Effect.gen(function* () {
          let page = first
          const before = person.asked.length
          const { holdings, recipients, send } = page.flows
          const holding = yield* holdings.find("ETH")
          if (holding === null) throw new Error("no ether")
          const to = yield* recipients.resolve(plan.to)
          // No two are alike, so that each is looked for by what it does.
          const amount = plan.amount * 10_000n + BigInt(index)
          const review = yield* send.prepare({ holding, amount, to })
          const passed = review.stops.map(({ _tag }) => _tag)
          const successes: string[] = []
          yield* Effect.forkChild(
            Stream.runForEach(page.engine.events, ({ name }) =>
              Effect.sync(() => (name === "SEND_SUCCESS" ? successes.push(name) : 0)),
            ),
            { startImmediately: true },
          )
          yield* Effect.promise(() =>
            world.setFaults([
              { match: { rpc: "eth_sendRawTransaction" }, fault: plan.fault, carriedOut: true },
              ...(plan.isBlind
                ? [{ match: { rpc: "eth_getTransactionByHash" }, fault: plan.fault, times: 4 }]
                : []),
            ]),
          )
          isMute = plan.isMute
          const entry = yield* send.submit(review, passed)
          isMute = false
          seen.add(entry.state._tag)
          expect(entry.state._tag).toMatch(/^(Sent|Lost|Confirmed)$/)
          yield* Effect.promise(() => world.setFaults([]))
          if (plan.reaction === "triesAgain") {
            const again = yield* Effect.result(send.submit(review, passed))
            // Either it is settled by now, or nobody is asked.
            expect(again).toMatchObject({ failure: { reason: { _tag: "Twin", entry: entry.id } } })
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
      }
    })

    await Effect.runPromise(
      Effect.scoped(world.inItsTime(program)).pipe(
        Effect.provideService(Fetch, world.fetch),
        Effect.provide(TestClock.layer()),
      ),
    )
    expect(person.asked.length).toBe(sends + 1)
    // Some the wallet told of, and some had to be searched for.
    expect([...seen]).toEqual(expect.arrayContaining(["Sent", "Lost"]))
    expect(BigInt(await world.rpc("eth_getTransactionCount", [payer, "latest"]))).toBe(BigInt(sends))
    for (const to of recipients) {
      const due = planned
        .map((plan, index) => (plan.to === to ? plan.amount * 10_000n + BigInt(index) : 0n))
        .reduce((sum, amount) => sum + amount, 0n)
      expect(BigInt(await world.rpc("eth_getBalance", [to, "latest"]))).toBe(due)
    }
  })
})
