import { walletConnectId } from "@wmodal/chains/walletconnect"
import { isNamespace, type Namespace, SubscriptionRef } from "@wmodal/protocol"
import { bitcoin, mainnet, optimism, solana } from "@wmodal/protocol/networks"
import { Effect, Exit, Scope } from "effect"
import fc from "fast-check"
import { expect, it } from "vitest"
import { makeEngineWith, makeTestChain, memoryStorage } from "../testing/makeEngineOver.ts"
import { bitcoinWallet, scriptedWallet, solanaWallet } from "../testing/scriptedWallet.ts"
import { scriptedWalletConnect } from "../testing/scriptedWalletConnect.ts"

const own = ["eip155", "solana", "bip122"] as const satisfies readonly Namespace[]
const networks = [mainnet, optimism, solana, bitcoin]
const namespace = fc.constantFrom(...own)
/** Generates one or more of these values, in any order. */
const some = fc
  .tuple(namespace, fc.array(namespace, { maxLength: 2 }))
  .map(([first, rest]): [Namespace, ...Namespace[]] => [
    first,
    ...new Set(rest.filter((one) => one !== first)),
  ])

const happenings = fc.oneof(
  fc.record({ _tag: fc.constant("Connect" as const), namespace }),
  { weight: 3, arbitrary: fc.record({ _tag: fc.constant("Scan" as const), namespace, approved: some }) },
  fc.record({ _tag: fc.constant("Decline" as const), namespace }),
  fc.record({
    _tag: fc.constant("Late" as const),
    namespace,
    approved: some,
    wanted: fc.boolean(),
  }),
  fc.record({ _tag: fc.constant("Disconnect" as const), namespace }),
  fc.constant({ _tag: "PhoneLeaves" as const }),
  fc.constant({ _tag: "DisconnectAll" as const }),
  fc.constant({ _tag: "Reload" as const }),
)

type RelayCommand = typeof happenings extends fc.Arbitrary<infer A> ? A : never

const now = SubscriptionRef.getUnsafe

/** Lets all pending events be processed. */
const hear = Effect.gen(function* () {
  for (let turn = 0; turn < 60; turn++) yield* Effect.yieldNow
})

const play = (script: readonly RelayCommand[]) =>
  Effect.gen(function* () {
    const storage = memoryStorage()
    const phone = scriptedWalletConnect()
    const wallets = { eip155: scriptedWallet(), solana: solanaWallet(), bip122: bitcoinWallet() }
    const open = Effect.gen(function* () {
      const scope = yield* Scope.make()
      const engine = yield* makeEngineWith(
        {
          chains: own.map((one) => makeTestChain([wallets[one].connector], {}, one)),
          networks,
          endpoints: { relay: "wss://relay.example" },
        },
        { storage, walletConnect: phone.make },
      ).pipe(Scope.provide(scope))
      yield* engine.ready
      return { engine, scope }
    })
    let page = yield* open
    /** The connected wallet of each namespace. */
    const expected = new Map<Namespace, "own" | "phone">()

    /** Returns the namespaces that an approval connects when one of them was requested. */
    const given = (asked: Namespace, approved: readonly [Namespace, ...Namespace[]]) => {
      const first = approved.includes(asked) ? asked : approved[0]
      for (const [one, by] of expected) if (by === "phone" && !approved.includes(one)) expected.delete(one)
      for (const one of approved) if (one === first || expected.get(one) !== "own") expected.set(one, "phone")
    }

    const ask = (one: Namespace) =>
      Effect.gen(function* () {
        yield* page.engine.connection.connect(walletConnectId, one)
        yield* hear
        // A relay has one session: a request for another one ends it. Another wallet stays.
        if (expected.get(one) === "phone") expected.delete(one)
      })

    for (const happening of script) {
      const { connection } = page.engine
      switch (happening._tag) {
        case "Connect":
          yield* connection.connectAndWait(wallets[happening.namespace].connector.id, happening.namespace)
          yield* hear
          expected.set(happening.namespace, "own")
          break
        case "Scan":
          yield* ask(happening.namespace)
          phone.approve(...happening.approved)
          given(happening.namespace, happening.approved)
          yield* hear
          break
        case "Decline":
          yield* ask(happening.namespace)
          phone.refuse({ _tag: "Declined" })
          yield* hear
          yield* connection.cancel()
          break
        case "Late": {
          const { approved, namespace: asked, wanted } = happening
          yield* ask(asked)
          yield* connection.cancel()
          yield* hear
          const first = approved.includes(asked) ? asked : approved[0]
          const has = expected.get(first) === "phone"
          phone.approve(...approved)
          yield* hear
          expect(now(connection.late) === null).toBe(has)
          if (wanted && !has) given(asked, approved)
          yield* wanted ? connection.acceptLate : connection.dismissLate
          yield* hear
          expect(phone.decisions.at(-1)).toBe(wanted && !has)
          break
        }
        case "Disconnect": {
          const ended = expected.get(happening.namespace)
          yield* connection.disconnect(happening.namespace)
          yield* hear
          for (const [one, by] of expected)
            if (one === happening.namespace || (ended === "phone" && by === "phone")) expected.delete(one)
          break
        }
        case "PhoneLeaves":
          phone.leave()
          yield* hear
          for (const [one, by] of expected) if (by === "phone") expected.delete(one)
          break
        case "DisconnectAll":
          yield* connection.disconnect()
          yield* hear
          expected.clear()
          break
        case "Reload":
          yield* Scope.close(page.scope, Exit.void)
          page = yield* open
          yield* hear
      }

      const { connection: after, networks: room, account } = page.engine
      const states = now(after.state)
      for (const one of own) {
        const state = states[one]
        const by =
          state?._tag !== "Connected" ? undefined : state.wallet.name === "Phone Wallet" ? "phone" : "own"
        expect([one, by]).toEqual([one, expected.get(one)])
        expect(after.connectorOf(one)?.id === walletConnectId).toBe(by === "phone")
      }
      // The stored sessions are the connected ones, with their wallets.
      const stored: Record<string, { readonly id: string }> = JSON.parse(
        storage.held.get("@wmodal/sessions") ?? '{"data":{}}',
      ).data
      expect(Object.keys(stored).toSorted()).toEqual([...expected.keys()].toSorted())
      for (const [one, { id }] of Object.entries(stored))
        expect(id === walletConnectId).toBe(isNamespace(one) && expected.get(one) === "phone")
      // An unused session is closed: no wallet stays open behind another one.
      const used = [...expected.values()].includes("phone")
      expect(phone.isOpen()).toBe(used)
      // A connected wallet implies an active account on the selected network.
      expect(now(account.state)?.network).toBe(
        expected.size === 0 ? undefined : now(room.selected).caipNetworkId,
      )
    }
    yield* Scope.close(page.scope, Exit.void)
  })

it("shows and stores a relay wallet together with others under any sequence of steps", async () => {
  const played = fc.assert(
    fc.asyncProperty(fc.array(happenings, { maxLength: 12 }), (script) => Effect.runPromise(play(script))),
  )
  await expect(played).resolves.toBeUndefined()
})
