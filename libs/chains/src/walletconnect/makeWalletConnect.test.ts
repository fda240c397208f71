import { describe, expect, it } from "@effect/vitest"
import { makeScriptedPhone } from "@wmodal/dev-wallet/testing"
import { bitcoin, mainnet, optimism, solana } from "@wmodal/protocol/networks"
import { Effect, Fiber, Stream } from "effect"
import { lazyWalletConnect } from "./makeWalletConnect.ts"
import type { LoadedWalletConnect } from "./openWalletConnect.ts"

const networks = [mainnet, optimism, solana, bitcoin]

describe("lazyWalletConnect", () => {
  it.effect("returns a connector for each chain without loading the client", () =>
    Effect.gen(function* () {
      let begun = 0
      const { connectors } = yield* lazyWalletConnect({ networks }, () => {
        begun += 1
        return Promise.reject(new Error("Not now."))
      })
      expect(connectors.map(({ id, namespace, type }) => [id, type, namespace])).toEqual([
        ["walletConnect", "WALLET_CONNECT", "eip155"],
        ["walletConnect", "WALLET_CONNECT", "solana"],
        ["walletConnect", "WALLET_CONNECT", "bip122"],
      ])
      expect(begun).toBe(0)
    }),
  )

  it.effect("fails with ChunkLoadFailed and loads again on the next request", () =>
    Effect.gen(function* () {
      let begun = 0
      const { connectors, prepare } = yield* lazyWalletConnect({ networks }, () => {
        begun += 1
        return Promise.reject(new Error("Offline."))
      })
      const [connector] = connectors
      if (connector === undefined) throw new Error("No connector")
      expect(
        (yield* Effect.flip(connector.connect({ network: null, onLateApproval: () => {} }))).reason._tag,
      ).toBe("ChunkLoadFailed")
      expect((yield* Effect.flip(prepare)).reason._tag).toBe("ChunkLoadFailed")
      expect(begun).toBe(2)
    }),
  )

  it.effect("opens the client once and passes the app that was chosen before and after", () =>
    Effect.gen(function* () {
      const chosen: unknown[] = []
      let begun = 0
      const opened: LoadedWalletConnect = {
        getConnector: () => Promise.reject(new Error("None in this test.")),
        prepare: Effect.void,
        setLinkedApp: (app) => {
          chosen.push(app)
        },
      }
      const walletConnect = yield* lazyWalletConnect({ networks }, () => {
        begun += 1
        return Promise.resolve(opened)
      })
      walletConnect.setLinkedApp({ name: "Wallet", href: "wallet://" })
      yield* walletConnect.prepare
      yield* walletConnect.prepare
      expect(begun).toBe(1)
      expect(chosen).toEqual([{ name: "Wallet", href: "wallet://" }])
      walletConnect.setLinkedApp(null)
      expect(chosen).toEqual([{ name: "Wallet", href: "wallet://" }, null])
    }),
  )
})

describe("WalletConnect connector without a request of its own", () => {
  it.effect("emits the end of a session that another connector received", () =>
    Effect.gen(function* () {
      const address = "oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96"
      const phone = makeScriptedPhone({
        accounts: {
          eip155: ["eip155:1:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb"],
          solana: [`${solana.caipNetworkId}:${address}`],
        },
      })
      phone.person.willAnswer("wait")
      const { connectors } = yield* phone.page({ networks })
      const [eip155, other] = connectors
      if (eip155 === undefined || other === undefined) throw new Error("No connectors")
      const late = Promise.withResolvers<(wanted: boolean) => void>()
      const asking = yield* Effect.forkChild(
        eip155.connect({
          network: null,
          onLateApproval: ({ acceptLateSession }) => {
            if (acceptLateSession !== undefined) late.resolve(acceptLateSession)
          },
        }),
        { startImmediately: true },
      )
      yield* phone.person.whenOpen
      yield* Fiber.interrupt(asking)
      phone.person.answerOpen("approve")
      const decide = yield* Effect.promise(() => late.promise)
      decide(true)
      const events = yield* Effect.forkChild(Stream.runCollect(Stream.take(Stream.unwrap(other.events), 1)), {
        startImmediately: true,
      })
      while ((yield* Effect.exit(other.restore))._tag !== "Success") yield* Effect.yieldNow
      yield* Effect.yieldNow
      phone.leave()
      expect(yield* Fiber.join(events)).toEqual([{ _tag: "Disconnected" }])
    }),
  )
})
