import { type Namespace, SubscriptionRef } from "@wmodal/protocol"
import { bitcoin, mainnet, optimism, solana } from "@wmodal/protocol/networks"
import { Effect, Exit, Scope } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Engine } from "../Engine.ts"
import { makeEngineWith, makeTestChain, memoryStorage } from "../testing/makeEngineOver.ts"
import { bitcoinWallet, failing, scriptedWallet, solanaWallet } from "../testing/scriptedWallet.ts"

const namespaces = ["eip155", "solana", "bip122"] as const satisfies readonly Namespace[]
const namespace = fc.constantFrom(...namespaces)
const networks = [mainnet, optimism, solana, bitcoin]

const happenings = fc.oneof(
  { weight: 3, arbitrary: fc.record({ _tag: fc.constant("Connect" as const), namespace }) },
  { weight: 1, arbitrary: fc.record({ _tag: fc.constant("Decline" as const), namespace }) },
  { weight: 2, arbitrary: fc.record({ _tag: fc.constant("Disconnect" as const), namespace }) },
  { weight: 1, arbitrary: fc.record({ _tag: fc.constant("Leave" as const), namespace }) },
  {
    weight: 3,
    arbitrary: fc.record({ _tag: fc.constant("Pick" as const), network: fc.constantFrom(...networks) }),
  },
  fc.constant({ _tag: "DisconnectAll" as const }),
  fc.constant({ _tag: "Reload" as const }),
)

const now = SubscriptionRef.getUnsafe

/** A condition that holds after each step. `stored` is the stored sessions record. */
type Invariant = (expected: ReadonlySet<Namespace>, engine: Engine, stored: string | undefined) => void

const play = (
  script: readonly (typeof happenings extends fc.Arbitrary<infer A> ? A : never)[],
  holds: Invariant,
) =>
  Effect.gen(function* () {
    const storage = memoryStorage()
    let declines: Namespace | null = null
    const open = Effect.gen(function* () {
      const wallets = {
        eip155: scriptedWallet(),
        solana: solanaWallet(),
        bip122: bitcoinWallet(),
      }
      const chains = namespaces.map((one) => {
        const { connector } = wallets[one]
        const connect: typeof connector.connect = (request) =>
          declines === one ? failing({ _tag: "Declined" }) : connector.connect(request)
        return makeTestChain([{ ...connector, connect }], {}, one)
      })
      const scope = yield* Scope.make()
      const engine = yield* makeEngineWith({ chains, networks }, { storage }).pipe(Scope.provide(scope))
      yield* engine.ready
      return { engine, scope, wallets }
    })
    let page = yield* open
    const idOf = (one: (typeof namespaces)[number]) => page.wallets[one].connector.id
    /** The namespaces that should be connected. */
    const expected = new Set<Namespace>()

    for (const happening of script) {
      const { connection, networks: room, router } = page.engine
      switch (happening._tag) {
        case "Connect":
          yield* connection.connectAndWait(idOf(happening.namespace), happening.namespace)
          expected.add(happening.namespace)
          expect(now(room.selected).chainNamespace).toBe(happening.namespace)
          break
        case "Decline":
          declines = happening.namespace
          yield* Effect.exit(connection.connectAndWait(idOf(happening.namespace), happening.namespace))
          declines = null
          // A wallet that is connected stays so.
          yield* connection.cancel()
          break
        case "Disconnect":
          yield* connection.disconnect(happening.namespace)
          expected.delete(happening.namespace)
          break
        case "Leave":
          if (!expected.has(happening.namespace)) break
          page.wallets[happening.namespace].say({ _tag: "Disconnected" })
          for (let turn = 0; turn < 20; turn++) yield* Effect.yieldNow
          expected.delete(happening.namespace)
          break
        case "Pick": {
          const { caipNetworkId, chainNamespace } = happening.network
          const before = now(room.selected).caipNetworkId
          yield* router.open({ _tag: "Networks" })
          yield* room.pick(caipNetworkId)
          for (let turn = 0; turn < 20; turn++) yield* Effect.yieldNow
          const goes = expected.size === 0 || expected.has(chainNamespace)
          expect(now(room.selected).caipNetworkId).toBe(goes ? caipNetworkId : before)
          yield* router.close
          break
        }
        case "DisconnectAll": {
          const before = now(room.selected).caipNetworkId
          yield* connection.disconnect()
          expected.clear()
          expect(now(room.selected).caipNetworkId).toBe(before)
          break
        }
        case "Reload":
          yield* Scope.close(page.scope, Exit.void)
          page = yield* open
      }
      holds(expected, page.engine, storage.held.get("@wmodal/sessions"))
    }
    yield* Scope.close(page.scope, Exit.void)
  })

describe("several chains", () => {
  it("shows and stores every connected wallet under any sequence of steps", async () => {
    const holds: Invariant = (expected, { account, connection, networks: room }, stored) => {
      const states = now(connection.state)
      for (const one of namespaces) {
        expect(states[one]?._tag).toBe(expected.has(one) ? "Connected" : "Disconnected")
        expect(connection.connectorOf(one) !== null).toBe(expected.has(one))
      }
      // The stored sessions are the connected ones.
      expect(Object.keys(JSON.parse(stored ?? '{"data":{}}').data).toSorted()).toEqual(
        [...expected].toSorted(),
      )
      // A connected wallet implies an active account on the selected network.
      const shown = now(account.state)
      const { caipNetworkId, chainNamespace } = now(room.selected)
      expect(shown !== null).toBe(expected.size > 0)
      expect(expected.size === 0 || expected.has(chainNamespace)).toBe(true)
      expect(shown?.network ?? caipNetworkId).toBe(caipNetworkId)
    }

    await fc.assert(
      fc.asyncProperty(fc.array(happenings, { maxLength: 14 }), (script) =>
        Effect.runPromise(play(script, holds)),
      ),
    )
  })
})
