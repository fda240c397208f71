import { swapNetworks } from "@wmodal/api"
import { makeDevConnector, makeDevWallet, makeScriptedApprover, makeTestSigner } from "@wmodal/dev-wallet"
import { makeHandler, type ScenarioInput } from "@wmodal/mock-server"
import { currentHosts, Fetch, Hosts, makeRpc, type Network, type Rpc } from "@wmodal/protocol"
import { base, mainnet, mantle } from "@wmodal/protocol/networks"
import { Effect, Result, type Scope, Stream } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { getNodeTiers } from "../settings/nodeTiers.ts"
import type { Settings } from "../settings/Settings.ts"
import { makeBrowser, type Page } from "../story/Page.ts"
import { makeFaultyNetwork } from "./faultyNetwork.ts"

/** The number of worlds, and of maxima in each; a thousand under `npm run soak`. */
const [worldCount, maximaPerWorld] = process.env["WMODAL_SOAK"] === undefined ? [4, 6] : [50, 20]

const payer = makeTestSigner(0).address
const Reply = z.object({ result: z.string() })

const worlds = fc.record({
  network: fc.constantFrom(mainnet, base, mantle),
  routeGas: fc.integer({ min: 60_000, max: 600_000 }),
  rollup: fc.record({
    l1BaseFee: fc.integer({ min: 0, max: 100_000_000_000 }),
    operatorFeeScalar: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    operatorFeeConstant: fc.integer({ min: 0, max: 1_000_000_000_000_000 }),
  }),
})
const maxima = fc.record({
  kind: fc.constantFrom("send", "swap"),
  /** The balance in millionths of a whole unit: about a fee, some fees, or far more. */
  balance: fc.oneof(
    fc.integer({ min: 1, max: 2_000 }),
    fc.integer({ min: 1_000, max: 20_000 }),
    fc.integer({ min: 20_000, max: 5_000_000 }),
  ),
})

const projectId = "maxima"
const blockchain = `http://localhost/w/${projectId}`

/** Opens a page with a wallet in a world of that kind, and a way to set what the wallet's account has. */
const openWorld = Effect.fnUntraced(function* (
  network: Network,
  world: ReturnType<typeof makeFaultyNetwork>,
) {
  const own = {
    ...network,
    rpcUrls: { default: { http: [`${blockchain}/rpc/${network.caipNetworkId}`] } },
  }
  const settings: Settings = {
    projectId,
    endpoints: { blockchain },
    swapRouters: {},
    meldUrl: null,
    rpc: [],
    nodes: {},
    networks: [own],
    network: own,
  }
  const deps = yield* Effect.context<Fetch | Scope.Scope>()
  const rpc = yield* makeRpc({ tiers: getNodeTiers(settings, own) }).pipe(
    Effect.provideServiceEffect(Hosts, currentHosts),
  )
  const inTime = ({ request }: Rpc, method: string, params: readonly unknown[]) =>
    Effect.provideContext(request(method, params), deps)
  const wallet = makeDevWallet({
    signers: [makeTestSigner(0)],
    networks: [
      {
        chainId: Number(own.id),
        name: own.name,
        rpcUrls: own.rpcUrls.default.http,
        currency: own.nativeCurrency,
      },
    ],
    approve: makeScriptedApprover().approve,
    rpc: (_, method, params) => inTime(rpc, method, params),
    pin: () =>
      Effect.succeed({ request: (method, params = []) => inTime(rpc, method, params), pin: rpc.pin }),
  })
  const connector = () => makeDevConnector({ wallet, origin: "https://shop.example" })
  const page = yield* makeBrowser(settings, () => [connector()]).open
  const { id, namespace } = connector()
  yield* page.engine.connection.connectAndWait(id, namespace)
  const ask = (method: string, ...params: readonly unknown[]) =>
    Effect.promise(async () =>
      Reply.parse(
        await world.control(`rpc?chainId=${network.caipNetworkId}`, "POST", {
          jsonrpc: "2.0",
          id: 1,
          method,
          params,
        }),
      ),
    )
  return {
    page,
    hold: (units: bigint) =>
      Effect.promise(() =>
        world.control(`rpc?chainId=${network.caipNetworkId}`, "POST", {
          jsonrpc: "2.0",
          id: 1,
          method: "anvil_setBalance",
          params: [payer, `0x${units.toString(16)}`],
        }),
      ),
    held: Effect.map(ask("eth_getBalance", payer, "latest"), ({ result }) => BigInt(result)),
  }
})

/** Reviews a maximum: its amount, its greatest fee and what submits it. */
const reviewMaximum = Effect.fnUntraced(function* ({ flows }: Page, kind: "send" | "swap", symbol: string) {
  if (kind === "send") {
    const holding = yield* flows.holdings.find(symbol)
    if (holding === null) throw new Error(`no ${symbol}`)
    const to = yield* flows.recipients.resolve(`0x${"3".repeat(40)}`)
    const review = yield* flows.send.prepare({ holding, amount: "max", to })
    const passed = review.stops.map(({ _tag }) => _tag)
    return { amount: review.amount, most: review.fee.most, submit: flows.send.submit(review, passed) }
  }
  const [source, destination] = yield* Effect.all([flows.swap.find(symbol), flows.swap.find("mDAI")])
  if (source === null || destination === null) throw new Error("no pair")
  const order = { source: source.token, destination: destination.token, amount: "max", slippage: 1 } as const
  const review = yield* flows.swap.prepare(order)
  const passed = review.stops.map(({ _tag }) => _tag)
  const most = review.steps[0].fee?.most ?? 0n
  return { amount: review.quote.amount, most, submit: flows.swap.submit(review, passed) }
})

const playMaxima = Effect.fnUntraced(function* (
  network: Network,
  world: ReturnType<typeof makeFaultyNetwork>,
  wanted: readonly ReturnType<(typeof maxima)["generate"]>["value"][],
) {
  const { held, hold, page } = yield* openWorld(network, world)
  const { symbol } = network.nativeCurrency
  const outcomes: string[] = []
  for (const { balance, kind: drawn } of wanted) {
    const kind = swapNetworks.includes(network.caipNetworkId) ? drawn : "send"
    yield* hold(10n ** 19n)
    const { most: usual } = yield* reviewMaximum(page, kind, symbol)
    const units = BigInt(balance) * 10n ** 12n
    yield* hold(units)
    const reviewed = yield* Effect.result(reviewMaximum(page, kind, symbol))
    if (Result.isFailure(reviewed)) {
      expect(reviewed.failure).toMatchObject({ reason: { _tag: "Insufficient", of: "gas" } })
      // Nothing is refused that could pay the fee.
      expect(units * 8n).toBeLessThanOrEqual(usual * 9n)
      outcomes.push("refused")
      continue
    }
    const { amount, most, submit } = reviewed.success
    // A node's estimates of one swap differ a little.
    expect(amount + most).toBeLessThanOrEqual(units)
    expect(units - amount - most).toBeLessThanOrEqual(kind === "send" ? 0n : most / 32n)
    const entry = yield* submit
    const states = yield* Stream.runCollect(page.flows.ledger.follow(entry.id))
    const last = [...states].at(-1)?.state
    expect(last).toMatchObject({ _tag: "Confirmed" })
    // What is told to have been paid is what is gone, and no more than was reviewed.
    const paid = units - amount - (yield* held)
    expect(last).toMatchObject({ fee: paid })
    expect(paid).toBeLessThanOrEqual(most)
    outcomes.push(kind)
  }
  yield* page.close
  return outcomes
})

describe("maxima in worlds of long routes and rollups", () => {
  it(`takes each whole, and pays what was reviewed: ${worldCount * maximaPerWorld} times`, {
    timeout: 900_000,
  }, async () => {
    const seen = new Set<string>()
    for (const [at, { network, rollup, routeGas }] of fc.sample(worlds, worldCount).entries()) {
      const scenario: ScenarioInput = { seed: `${at}`, chains: { routeGas, rollup } }
      const handler = makeHandler({ scenario })
      const world = makeFaultyNetwork(handler, projectId)
      const program = playMaxima(network, world, fc.sample(maxima, maximaPerWorld))
      const outcomes = await Effect.runPromise(
        Effect.scoped(world.inItsTime(program)).pipe(
          Effect.provideService(Fetch, world.fetch),
          Effect.provide(TestClock.layer()),
        ),
      )
      await handler.close()
      for (const outcome of outcomes) seen.add(outcome)
    }
    expect([...seen]).toEqual(expect.arrayContaining(["send"]))
  })
})
