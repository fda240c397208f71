import { fromBitcoinWallet } from "@wmodal/chains/bitcoin"
import { bitcoinStandardNetworks, makeScriptedApprover } from "@wmodal/dev-wallet"
import { makeBitcoinWalletChain, makeTestBitcoinSigner } from "@wmodal/dev-wallet/bitcoin"
import { makeHandler } from "@wmodal/mock-server"
import { Fetch } from "@wmodal/protocol"
import { bitcoin } from "@wmodal/protocol/networks"
import { makeRest } from "@wmodal/protocol/rest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { getNodeTiers } from "../settings/nodeTiers.ts"
import { makeChainWallet } from "./chainWallet.ts"
import { makeChangingWallet } from "./changingWallet.ts"
import { makeFaultyNetwork } from "./faultyNetwork.ts"
import { drawPayments, paymentsPerWorld, playPayments, worldCount } from "./playPayments.ts"
import { makeSoakSettings } from "./soakSettings.ts"

const projectId = "worlds"
const path = `w/${projectId}/bitcoin/${bitcoin.id}/api`
const settings = makeSoakSettings(projectId, bitcoin, [`http://localhost/${path}`])
const { network } = settings

const nodes = fc.record({
  server: fc.constantFrom("mempool" as const, "esplora" as const),
  feeFactor: fc.double({ min: 0.1, max: 30, noNaN: true }),
  estimatesFrom: fc.constantFrom(1, 2, 4, 25, 144, 1008, null),
})
/** A node refuses each request of this number. */
const limits = fc.constantFrom(undefined, undefined, 4, 11)

const Totals = z.object({ funded_txo_sum: z.int(), spent_txo_sum: z.int() })
const Address = z.object({ chain_stats: Totals, mempool_stats: Totals })
const names = { sign: "bitcoin:signTransaction", send: "bitcoin:signAndSendTransaction" }

describe("payments of BTC in worlds of other hands", () => {
  it(`settles each once, as it was reviewed: ${worldCount * paymentsPerWorld} times`, {
    timeout: 10_800_000,
  }, async () => {
    const drawnNodes = fc.sample(nodes, worldCount)
    const drawnLimits = fc.sample(limits, worldCount)
    const seen = new Set<string>()
    for (const [at, payments] of drawPayments().entries()) {
      const limitEvery = drawnLimits[at]
      const node = { ...drawnNodes[at], ...(limitEvery !== undefined && { limitEvery }) }
      const handler = makeHandler({ scenario: { seed: `${at}`, chains: { bitcoin: node } } })
      const world = makeFaultyNetwork(handler, projectId)
      const person = makeScriptedApprover()
      const heldBy = (address: string) =>
        Effect.promise(async () => {
          // The node may be over its limit.
          const ask = () => world.ask(`${path}/address/${address}`)
          const answer = await ask().catch(ask)
          const { chain_stats: mined, mempool_stats: waiting } = Address.parse(answer)
          return BigInt(
            mined.funded_txo_sum - mined.spent_txo_sum + waiting.funded_txo_sum - waiting.spent_txo_sum,
          )
        })
      const program = Effect.gen(function* () {
        const standard = (yield* makeChainWallet({
          person,
          node: makeRest({ tiers: getNodeTiers(settings, network) }),
          side: (rpc) =>
            makeBitcoinWalletChain({
              signers: [makeTestBitcoinSigner(0)],
              networks: bitcoinStandardNetworks,
              rpc,
            }),
        })).standard("https://shop.example")
        return yield* playPayments(
          {
            world,
            settings,
            person,
            connector: (now) => fromBitcoinWallet(makeChangingWallet(standard, names, now)),
            symbol: "BTC",
            payer: makeTestBitcoinSigner(0).addresses[0].address,
            recipients: [40, 41, 42].map((index) => makeTestBitcoinSigner(index).addresses[0].address),
            heldBy,
            broadcast: { method: "POST", path: "/bitcoin/:reference/api/tx" },
            // What is worth less than the fee for spending it stays.
            dust: BigInt(Math.ceil((drawnNodes[at]?.feeFactor ?? 1) * 12 * 150)),
            isLimited: limitEvery !== undefined,
            least: 1_000n,
          },
          payments,
        )
      })
      const outcomes = await Effect.runPromise(
        Effect.scoped(world.inItsTime(program)).pipe(
          Effect.provideService(Fetch, world.fetch),
          Effect.provide(TestClock.layer()),
        ),
      ).catch((cause: unknown) => {
        throw new Error(`world ${at}: ${JSON.stringify(node)}`, { cause })
      })
      await handler.close()
      for (const outcome of outcomes) seen.add(outcome)
    }
    expect([...seen]).toEqual(expect.arrayContaining(["max", "refused", "sent"]))
  })
})
