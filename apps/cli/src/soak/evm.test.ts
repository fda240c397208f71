import { type DevWallet, makeDevConnector, makeScriptedApprover, makeTestSigner } from "@wmodal/dev-wallet"
import { makeHandler } from "@wmodal/mock-server"
import { Fetch } from "@wmodal/protocol"
import { mainnet } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { afterAll, describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { makeFaultyNetwork } from "./faultyNetwork.ts"
import { playSends, type SendPlan, sendCount } from "./playSends.ts"
import { makeSoakSettings } from "./soakSettings.ts"
import { makeSoakWallet } from "./soakWallet.ts"

const projectId = "soak"
const settings = makeSoakSettings(projectId, mainnet, [`http://localhost/w/${projectId}/rpc/eip155:1`])

/** Makes a wallet that breaks its connection to the dApp right after it has sent. */
const makeBreakingWallet = (wallet: DevWallet, now: () => SendPlan | null): DevWallet => ({
  ...wallet,
  provider: (origin) => {
    const provider = wallet.provider(origin)
    return {
      ...provider,
      request: async (asked) => {
        const answer = await provider.request(asked)
        if (now()?.isMute === true && asked.method === "eth_sendTransaction")
          throw new Error("The port is closed.")
        return answer
      },
    }
  },
})

describe("payments of ETH with lost responses", () => {
  const handler = makeHandler()
  afterAll(() => handler.close())

  it(`succeeds once, under one hash, after one prompt: ${sendCount} times`, {
    timeout: 10_800_000,
  }, async () => {
    const world = makeFaultyNetwork(handler, projectId)
    const person = makeScriptedApprover()
    const rpc = async (method: string, params: readonly unknown[]) =>
      z
        .object({ result: z.string() })
        .parse(await world.control("rpc?chainId=eip155:1", "POST", { jsonrpc: "2.0", id: 1, method, params }))
        .result

    const program = Effect.gen(function* () {
      const wallet = yield* makeSoakWallet(settings, person)
      return yield* playSends({
        world,
        settings,
        person,
        connector: (now) =>
          makeDevConnector({ wallet: makeBreakingWallet(wallet, now), origin: "https://shop.example" }),
        symbol: "ETH",
        recipients: [1, 2, 3].map((digit) => `0x${String(digit).repeat(40)}`),
        amountOf: ({ amount }, index) => amount * 10_000n + BigInt(index),
        broadcast: { rpc: "eth_sendRawTransaction" },
        look: { rpc: "eth_getTransactionByHash" },
      })
    })
    const { due, seen } = await Effect.runPromise(
      Effect.scoped(world.inItsTime(program)).pipe(
        Effect.provideService(Fetch, world.fetch),
        Effect.provide(TestClock.layer()),
      ),
    )
    expect(person.asked.length).toBe(sendCount + 1)
    // The wallet reported some hashes. The others had to be searched.
    expect([...seen]).toEqual(expect.arrayContaining(["Sent", "Lost"]))
    const payer = makeTestSigner(0).address
    expect(BigInt(await rpc("eth_getTransactionCount", [payer, "latest"]))).toBe(BigInt(sendCount))
    for (const [to, amount] of due) {
      expect(BigInt(await rpc("eth_getBalance", [to, "latest"]))).toBe(amount)
    }
  })
})
