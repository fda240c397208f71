import { describe, expect, it } from "@effect/vitest"
import type { WalletCalls } from "@wmodal/chains"
import { SubscriptionRef } from "@wmodal/protocol"
import { mainnet } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { makeConnectionStore } from "../connection/ConnectionStore.ts"
import { makeUnknownNetwork } from "../networks/makeUnknownNetwork.ts"
import type { DisplayedNetwork } from "../networks/Networks.ts"
import { approvingCalls, scriptedSession, scriptedWallet } from "../testing/scriptedWallet.ts"
import { makeActiveWalletReader } from "./activeWallet.ts"

const capabilities = { atomic: "ready", assetDiscovery: true } as const
const asset = {
  token: null,
  balance: 1n,
  name: "Ether",
  symbol: "ETH",
  decimals: 18,
  price: 1,
  iconUrl: "",
}

/** Connects on `shown`, with a wallet that records its requests. */
const connected = (shown: DisplayedNetwork) =>
  Effect.gen(function* () {
    const asked: string[] = []
    const calls: WalletCalls = {
      ...approvingCalls,
      capabilities: ({ account, network }) =>
        Effect.sync(() => {
          asked.push(`capabilities ${account} ${network.caipNetworkId}`)
          return capabilities
        }),
      assets: ({ account }) =>
        Effect.sync(() => {
          asked.push(`assets ${account}`)
          return [asset]
        }),
    }
    const { connector } = scriptedWallet({ calls: Effect.succeed(calls) })
    const board = yield* makeConnectionStore
    const networks = { shown: yield* SubscriptionRef.make(shown) }
    const wallet = makeActiveWalletReader({ board, networks })
    const connect = Effect.suspend(() => {
      board.connectors.set("eip155", connector)
      return board.dispatch("eip155", {
        _tag: "Approved",
        wallet: { connectorId: connector.id, name: connector.name, icon: null },
        session: scriptedSession,
        selected: "eip155:1",
      })
    })
    return { asked, wallet, connect }
  })

describe("activeWallet", () => {
  it.effect("receives requests for the shown account and network", () =>
    Effect.gen(function* () {
      const { asked, wallet, connect } = yield* connected({ network: mainnet, known: true })
      yield* connect
      const [account] = scriptedSession.accounts
      const shown = yield* wallet.get
      if (shown === null) return expect.unreachable("nobody is shown")
      expect(shown).toMatchObject({ connectorId: "io.scripted", account, network: mainnet })
      expect(yield* shown.calls.capabilities(shown)).toEqual(capabilities)
      expect(yield* shown.calls.assets(shown)).toEqual([asset])
      expect(asked).toEqual([`capabilities ${account} eip155:1`, `assets ${account}`])
    }),
  )

  it.effect("receives no requests on an unsupported network, nor without a connection", () =>
    Effect.gen(function* () {
      const unsupported = yield* connected({
        network: makeUnknownNetwork("eip155:999", "eip155"),
        known: false,
      })
      yield* unsupported.connect
      const nobody = yield* connected({ network: mainnet, known: true })
      for (const { asked, wallet } of [unsupported, nobody]) {
        expect(yield* wallet.get).toBe(null)
        expect(asked).toEqual([])
      }
    }),
  )
})
