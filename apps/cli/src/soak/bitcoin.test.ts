import { fromBitcoinWallet } from "@wmodal/chains/bitcoin"
import { bitcoinStandardNetworks, makeScriptedApprover } from "@wmodal/dev-wallet"
import { makeBitcoinWalletChain, makeTestBitcoinSigner } from "@wmodal/dev-wallet/bitcoin"
import { makeHandler } from "@wmodal/mock-server"
import { Fetch } from "@wmodal/protocol"
import { bitcoin } from "@wmodal/protocol/networks"
import { makeRest } from "@wmodal/protocol/rest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { afterAll, describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { getNodeTiers } from "../settings/nodeTiers.ts"
import { makeChainWallet } from "./chainWallet.ts"
import { makeChangingWallet } from "./changingWallet.ts"
import { makeFaultyNetwork } from "./faultyNetwork.ts"
import { playSends, sendCount } from "./playSends.ts"
import { makeSoakSettings } from "./soakSettings.ts"

const projectId = "soak"
const path = `w/${projectId}/bitcoin/${bitcoin.id}/api`
const settings = makeSoakSettings(projectId, bitcoin, [`http://localhost/${path}`])
const { network } = settings

/** Recipients without other payments. */
const recipients = [40, 41, 42].map((index) => makeTestBitcoinSigner(index).addresses[0].address)
/** Base units, above Bitcoin's dust limit. */
const minAmount = 1_000n

describe("payments of BTC with lost responses", () => {
  const handler = makeHandler()
  afterAll(() => handler.close())

  it(`succeeds once, under one hash, after one prompt: ${sendCount} times`, {
    timeout: 10_800_000,
  }, async () => {
    const world = makeFaultyNetwork(handler, projectId)
    const person = makeScriptedApprover()
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
      const names = { sign: "bitcoin:signTransaction", send: "bitcoin:signAndSendTransaction" }
      return yield* playSends({
        world,
        settings,
        person,
        connector: (now) => fromBitcoinWallet(makeChangingWallet(standard, names, now)),
        symbol: "BTC",
        recipients,
        amountOf: ({ amount }, index) => minAmount + (amount % 9n) * 1_000n + BigInt(index),
        broadcast: { method: "POST", path: "/bitcoin/:reference/api/tx" },
        look: { method: "GET", path: "/bitcoin/:reference/api/tx/:id" },
      })
    })
    const { due, seen } = await Effect.runPromise(
      Effect.scoped(world.inItsTime(program)).pipe(
        Effect.provideService(Fetch, world.fetch),
        Effect.provide(TestClock.layer()),
      ),
    )
    expect(person.asked.length).toBe(sendCount + 1)
    expect([...seen]).toEqual(expect.arrayContaining(["Sent", "Lost"]))
    const Address = z.object({ chain_stats: z.object({ funded_txo_sum: z.int() }) })
    for (const [to, amount] of due) {
      const { chain_stats } = Address.parse(await world.ask(`${path}/address/${to}`))
      expect(BigInt(chain_stats.funded_txo_sum)).toBe(amount)
    }
  })
})
