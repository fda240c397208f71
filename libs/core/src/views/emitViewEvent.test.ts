import { describe, expect, it } from "@effect/vitest"
import { Feed } from "@wmodal/protocol"
import { Effect } from "effect"
import { vi } from "vitest"
import type { EngineEvent } from "../EngineEvent.ts"
import type { View } from "../router/View.ts"
import { connectAccountWith } from "../testing/connectAccountWith.ts"

const expected = [
  [{ _tag: "Networks" }, { name: "CLICK_NETWORKS", properties: {} }],
  [{ _tag: "AllWallets" }, { name: "CLICK_ALL_WALLETS", properties: {} }],
  [{ _tag: "GetWallet" }, { name: "CLICK_GET_WALLET", properties: {} }],
  [{ _tag: "WhatIsAWallet" }, { name: "CLICK_WALLET_HELP", properties: {} }],
  [{ _tag: "WhatIsANetwork" }, { name: "CLICK_NETWORK_HELP", properties: {} }],
  [{ _tag: "Transactions" }, { name: "CLICK_TRANSACTIONS", properties: { isSmartAccount: false } }],
  [
    { _tag: "SwapSelectToken", target: "source" },
    { name: "CLICK_SELECT_TOKEN_TO_SWAP", properties: {} },
  ],
  [{ _tag: "WalletSend" }, { name: "OPEN_SEND", properties: { isSmartAccount: false, network: "eip155:1" } }],
  [{ _tag: "Swap" }, { name: "OPEN_SWAP", properties: { isSmartAccount: false, network: "eip155:1" } }],
] as const satisfies readonly (readonly [View, object])[]

describe("events of views", () => {
  it.effect(
    "emits the event of a view with its properties and time when a user opens it, and not on the way back",
    () =>
      Effect.gen(function* () {
        const { engine } = yield* connectAccountWith({})
        const events: EngineEvent[] = []
        yield* Effect.forkScoped(
          Feed.runForEach(engine.events, (event) => Effect.sync(() => void events.push(event))),
          { startImmediately: true },
        )
        const clicks = () => events.filter(({ name }) => /^(CLICK|OPEN)_/.test(name))
        yield* engine.router.open()
        for (const [view, event] of expected) {
          yield* engine.router.push(view)
          yield* Effect.promise(() => vi.waitFor(() => expect(clicks().at(-1)).toMatchObject(event)))
          expect(clicks().at(-1)?.timestamp).toEqual(expect.any(Number))
          yield* engine.router.goBack
        }
        expect(clicks()).toHaveLength(expected.length)
      }),
  )
})
