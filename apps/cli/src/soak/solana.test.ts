import { fromSolanaWallet } from "@wmodal/chains/solana"
import { makeScriptedApprover, solanaStandardNetworks } from "@wmodal/dev-wallet"
import { makeSolanaWalletChain, makeTestSolanaSigner } from "@wmodal/dev-wallet/solana"
import { makeHandler } from "@wmodal/mock-server"
import { Fetch, makeRpc } from "@wmodal/protocol"
import { solana } from "@wmodal/protocol/networks"
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
const node = `http://localhost/w/${projectId}/rpc/${solana.caipNetworkId}`
const settings = makeSoakSettings(projectId, solana, [node])
const { network } = settings

/** Recipients without other payments. */
const recipients = [40, 41, 42].map((index) => makeTestSolanaSigner(index).address)
/** Base units, above the rent that an account has to hold. */
const minAmount = 1_000_000n

describe("payments of SOL with lost responses", () => {
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
        node: makeRpc({ tiers: getNodeTiers(settings, network) }),
        side: (rpc) =>
          makeSolanaWalletChain({
            signers: [makeTestSolanaSigner(0)],
            networks: solanaStandardNetworks,
            rpc,
          }),
      })).standard("https://shop.example")
      const names = { sign: "solana:signTransaction", send: "solana:signAndSendTransaction" }
      return yield* playSends({
        world,
        settings,
        person,
        connector: (now) => fromSolanaWallet(makeChangingWallet(standard, names, now)),
        symbol: "SOL",
        recipients,
        amountOf: ({ amount }, index) => minAmount + amount * 10n + BigInt(index),
        broadcast: { rpc: "sendTransaction" },
        look: { rpc: "getSignatureStatuses" },
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
    const Balance = z.object({ result: z.object({ value: z.int() }) })
    for (const [to, amount] of due) {
      const path = `w/${projectId}/rpc/${solana.caipNetworkId}`
      const asked = { jsonrpc: "2.0", id: 1, method: "getBalance", params: [to] }
      expect(BigInt(Balance.parse(await world.ask(path, "POST", asked)).result.value)).toBe(amount)
    }
  })
})
