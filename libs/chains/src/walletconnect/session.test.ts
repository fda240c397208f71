import { describe, expect, it } from "@effect/vitest"
import { makeScriptedPhone, type ScriptedPhoneOptions } from "@wmodal/dev-wallet/testing"
import {
  bitcoin as bitcoinMainnet,
  mainnet,
  optimism,
  solana as solanaMainnet,
} from "@wmodal/protocol/networks"
import { Effect, Exit, Fiber, Scope, Stream } from "effect"
import { bitcoin } from "../bitcoin/index.ts"
import type { Chain } from "../contract/Chain.ts"
import type { Connector, ConnectorEvent } from "../contract/Connector.ts"
import { evm } from "../evm/index.ts"
import { solana } from "../solana/index.ts"

const address = "0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb"
const otherAddress = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
const onSolana = `${solanaMainnet.caipNetworkId}:oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96`
const onBitcoin = `${bitcoinMainnet.caipNetworkId}:bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te`
const polkadot = {
  ...mainnet,
  id: "91b171bb158e2d3848fa23a9f1c25182",
  caipNetworkId: "polkadot:91b171bb158e2d3848fa23a9f1c25182",
  chainNamespace: "polkadot",
} as const
const onPolkadot = `${polkadot.caipNetworkId}:15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5`

const allChainsOptions = {
  eip155: [`eip155:1:${address}`, `eip155:10:${address}`],
  solana: [onSolana],
  bip122: [onBitcoin],
  polkadot: [onPolkadot],
}

const start = (
  options: Partial<ScriptedPhoneOptions> = {},
  chains: readonly Chain[] = [evm(), solana(), bitcoin()],
) =>
  Effect.gen(function* () {
    const phone = makeScriptedPhone({ accounts: allChainsOptions, ...options })
    const open = Effect.gen(function* () {
      const scope = yield* Scope.make()
      yield* Effect.addFinalizer(() => Scope.close(scope, Exit.void))
      const page = yield* Scope.provide(
        phone.page({
          networks: [mainnet, optimism, solanaMainnet, bitcoinMainnet, polkadot],
          chains,
        }),
        scope,
      )
      const of = (namespace: Connector["namespace"]): Connector => {
        const found = page.connectors.find((one) => one.namespace === namespace)
        if (found === undefined) throw new Error(`No ${namespace}`)
        return found
      }
      return { ...page, of, close: Scope.close(scope, Exit.void) }
    })
    return { phone, open, page: yield* open }
  })

const connect = (connector: Connector, network: typeof mainnet | null = null) =>
  connector.connect({ network, onLateApproval: () => {} })

/** Returns the next events of a connector. */
const heard = (connector: Connector, count: number) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(
      Stream.runCollect(Stream.take(Stream.unwrap(connector.events), count)),
      {
        startImmediately: true,
      },
    )
    yield* Effect.yieldNow
    return Effect.map(Fiber.join(fiber), (events): readonly ConnectorEvent[] => events)
  })

describe("WalletConnect approval", () => {
  it.effect("connects every chain from any connector", () =>
    Effect.gen(function* () {
      const { page } = yield* start()
      const session = yield* connect(page.of("solana"))
      expect(session).toMatchObject({ accounts: [onSolana], wallet: { name: "Phone", icon: null } })
      expect(
        session.otherChains?.map(({ connector, session: { accounts } }) => [connector, accounts]),
      ).toEqual([
        [page.of("eip155"), [`eip155:1:${address}`]],
        [page.of("bip122"), [onBitcoin]],
        [page.of("polkadot"), [onPolkadot]],
      ])
    }),
  )

  it.effect("uses the requested network when it was approved", () =>
    Effect.gen(function* () {
      const { page } = yield* start()
      expect(yield* connect(page.of("eip155"), optimism)).toMatchObject({
        accounts: [`eip155:10:${address}`],
        network: "eip155:10",
      })
    }),
  )

  it.effect("returns another chain's session when the requested chain was not approved", () =>
    Effect.gen(function* () {
      const { page } = yield* start({ accounts: { bip122: [onBitcoin] } })
      const session = yield* connect(page.of("eip155"))
      expect(session.accounts).toEqual([onBitcoin])
      expect(session.otherChains).toBe(undefined)
    }),
  )

  it.effect("shows the address of a chain without code and sends no request", () =>
    Effect.gen(function* () {
      const { page } = yield* start({ accounts: { polkadot: [onPolkadot] } })
      expect((yield* connect(page.of("polkadot"))).accounts).toEqual([onPolkadot])
      expect((yield* Effect.flip(page.of("polkadot").calls)).reason._tag).toBe("Unsupported")
    }),
  )

  it.effect.each([
    ["nothing at all", {}],
    ["no namespaces", "approved"],
    ["a network that it was not asked for", { eip155: { accounts: [`eip155:56:${address}`], methods: [] } }],
    ["an account that is none", { eip155: { accounts: ["0x12"], methods: [] } }],
    ["a namespace that is every object's own", JSON.parse('{"__proto__":{"accounts":[],"methods":[]}}')],
  ])("rejects %s and removes the session", ([, settled]) =>
    Effect.gen(function* () {
      const { page, phone } = yield* start({ settle: () => settled })
      expect((yield* Effect.flip(connect(page.of("eip155")))).reason).toEqual({
        _tag: "Malformed",
        what: "session",
      })
      expect(phone.sessions()).toEqual([])
      expect(phone.removed).toHaveLength(1)
    }),
  )

  const without = { ...bitcoin(), sessionConnector: () => Promise.reject(new Error("Not loaded.")) }

  it.effect("connects the chains whose code can be loaded", () =>
    Effect.gen(function* () {
      const { page, phone } = yield* start({}, [evm(), solana(), without])
      const session = yield* connect(page.of("eip155"))
      expect(session.otherChains?.map(({ connector: { namespace } }) => namespace)).toEqual([
        "solana",
        "polkadot",
      ])
      expect(phone.sessions()).toHaveLength(1)
    }),
  )

  it.effect("fails as Malformed when no chain can use the approval", () =>
    Effect.gen(function* () {
      const { page, phone } = yield* start({ accounts: { bip122: [onBitcoin] } }, [evm(), without])
      expect((yield* Effect.flip(connect(page.of("eip155")))).reason._tag).toBe("Malformed")
      expect(phone.sessions()).toEqual([])
    }),
  )

  it.effect("replaces and removes the previous session", () =>
    Effect.gen(function* () {
      const { page, phone } = yield* start()
      yield* connect(page.of("eip155"))
      const [before] = phone.sessions()
      const events = yield* heard(page.of("solana"), 1)
      phone.share({ eip155: [`eip155:1:${otherAddress}`] })
      yield* connect(page.of("eip155"))
      expect(phone.removed).toEqual([before])
      expect(phone.sessions()).toHaveLength(1)
      expect(yield* events).toEqual([{ _tag: "Disconnected" }])
    }),
  )
})

describe("WalletConnect approval during an interruption", () => {
  /** A chain whose code is still loading when the wallet approves. */
  const slowChain = () => {
    const asked = Promise.withResolvers<void>()
    const loading = Promise.withResolvers<never>()
    const behind = () => {
      asked.resolve()
      return loading.promise
    }
    return { asked, loading, slow: { ...bitcoin(), sessionConnector: behind } }
  }

  it.effect("removes the session when the only caller was interrupted", () =>
    Effect.gen(function* () {
      const { asked, slow } = slowChain()
      const { page, phone } = yield* start({}, [evm(), solana(), slow])
      const connecting = yield* Effect.forkChild(connect(page.of("eip155")), { startImmediately: true })
      yield* Effect.promise(() => asked.promise)
      yield* Fiber.interrupt(connecting)
      expect(phone.sessions()).toEqual([])
      expect(phone.removed).toHaveLength(1)
    }),
  )

  it.effect("keeps the session for another waiting chain", () =>
    Effect.gen(function* () {
      const { asked, loading, slow } = slowChain()
      const { page, phone } = yield* start({}, [evm(), solana(), slow])
      const other = yield* Effect.forkChild(connect(page.of("solana")), { startImmediately: true })
      const connecting = yield* Effect.forkChild(connect(page.of("eip155")), { startImmediately: true })
      yield* Effect.promise(() => asked.promise)
      yield* Fiber.interrupt(connecting)
      expect(phone.sessions()).toHaveLength(1)
      loading.reject(new Error("Not loaded."))
      expect((yield* Fiber.join(other)).accounts).toEqual([onSolana])
      expect(phone.sessions()).toHaveLength(1)
    }),
  )
})

describe("WalletConnect session after a reload", () => {
  it.effect("restores each chain on the last network", () =>
    Effect.gen(function* () {
      const { open, page, phone } = yield* start()
      yield* connect(page.of("eip155"))
      yield* page.of("eip155").switchNetwork(optimism)
      yield* page.close
      const again = yield* open
      expect(yield* again.of("eip155").restore).toMatchObject({
        accounts: [`eip155:10:${address}`],
        network: "eip155:10",
        wallet: { name: "Phone" },
      })
      expect((yield* again.of("bip122").restore).accounts).toEqual([onBitcoin])
      expect(phone.person.asked).toHaveLength(1)
    }),
  )

  it.effect("fails with Locked for an unapproved chain and after the end", () =>
    Effect.gen(function* () {
      const { open, page, phone } = yield* start({ accounts: { eip155: allChainsOptions.eip155 } })
      yield* connect(page.of("eip155"))
      yield* page.close
      const again = yield* open
      expect((yield* Effect.flip(again.of("solana").restore)).reason._tag).toBe("Locked")
      yield* again.of("eip155").restore
      phone.leave()
      expect((yield* Effect.flip(again.of("eip155").restore)).reason._tag).toBe("Locked")
    }),
  )
})

describe("changes of a WalletConnect session", () => {
  it.effect("ends for all chains when one of them disconnects", () =>
    Effect.gen(function* () {
      const { page, phone } = yield* start()
      yield* connect(page.of("eip155"))
      const events = yield* heard(page.of("solana"), 1)
      yield* page.of("bip122").disconnect
      expect(yield* events).toEqual([{ _tag: "Disconnected" }])
      expect(phone.sessions()).toEqual([])
      expect((yield* Effect.flip(page.of("eip155").restore)).reason._tag).toBe("Locked")
    }),
  )

  it.effect("emits the wallet's accounts and networks", () =>
    Effect.gen(function* () {
      const { page, phone } = yield* start()
      yield* connect(page.of("eip155"))
      const events = yield* heard(page.of("eip155"), 2)
      phone.share({ ...allChainsOptions, eip155: [`eip155:1:${otherAddress}`, `eip155:10:${otherAddress}`] })
      phone.say("eip155:10", "chainChanged", 10)
      expect(yield* events).toEqual([
        { _tag: "AccountsChanged", accounts: [`eip155:1:${otherAddress}`] },
        { _tag: "NetworkChanged", network: "eip155:10" },
      ])
    }),
  )

  it.effect("drops unrequested values and disconnects when the session becomes invalid", () =>
    Effect.gen(function* () {
      const { page, phone } = yield* start()
      yield* connect(page.of("eip155"))
      const events = yield* heard(page.of("eip155"), 2)
      phone.share({ eip155: [`eip155:1:${otherAddress}`, `eip155:56:${otherAddress}`] })
      phone.share({ eip155: ["eip155:1:0x12"] })
      expect(yield* events).toEqual([
        { _tag: "AccountsChanged", accounts: [`eip155:1:${otherAddress}`] },
        { _tag: "Disconnected" },
      ])
      expect(phone.sessions()).toEqual([])
    }),
  )

  it.effect("ignores other sessions", () =>
    Effect.gen(function* () {
      const { page, phone } = yield* start()
      yield* connect(page.of("eip155"))
      phone.tell({ _tag: "SessionDeleted", topic: "another" })
      phone.tell({ _tag: "SessionUpdated", topic: "another" })
      phone.tell({
        _tag: "SessionEvent",
        topic: "another",
        chainId: "eip155:10",
        name: "chainChanged",
        data: 10,
      })
      expect(yield* page.of("eip155").restore).toMatchObject({ network: "eip155:1" })
    }),
  )
})

describe("request to a WalletConnect session", () => {
  const signed = `0x${"ab".repeat(65)}`

  it.effect("sends one request on the given network", () =>
    Effect.gen(function* () {
      const { page, phone } = yield* start({ answer: () => signed })
      yield* connect(page.of("eip155"), optimism)
      yield* page.of("eip155").signMessage({ account: `eip155:10:${address}`, message: "hi" })
      expect(phone.asked).toEqual([
        { method: "personal_sign", params: ["0x6869", address], chainId: "eip155:10" },
      ])
    }),
  )

  it.effect("fails with Offline when the session ends", () =>
    Effect.gen(function* () {
      const { page, phone } = yield* start({ answer: () => new Promise(() => {}) })
      yield* connect(page.of("eip155"))
      const asking = yield* Effect.forkChild(
        Effect.flip(page.of("eip155").signMessage({ account: `eip155:1:${address}`, message: "hi" })),
        { startImmediately: true },
      )
      while (phone.asked.length === 0) yield* Effect.yieldNow
      phone.leave()
      expect((yield* Fiber.join(asking)).reason._tag).toBe("Offline")
    }),
  )

  it.effect("reports a disconnected wallet when the session was deleted before its event arrived", () =>
    Effect.gen(function* () {
      const { page, phone } = yield* start({
        answer: () => {
          phone.deleteSessions()
          throw new Error("No matching key. session topic doesn't exist")
        },
      })
      yield* connect(page.of("eip155"))
      const error = yield* Effect.flip(
        page.of("eip155").signMessage({ account: `eip155:1:${address}`, message: "hi" }),
      )
      expect(error.reason._tag).toBe("Offline")
      expect(yield* Effect.result(page.of("eip155").restore)).toMatchObject({ _tag: "Failure" })
    }),
  )

  it.effect("removes the topic from the client's error", () =>
    Effect.gen(function* () {
      const { page, phone } = yield* start({
        answer: () => {
          throw new Error(`No matching key. keychain: ${phone.sessions()[0]}`)
        },
      })
      yield* connect(page.of("eip155"))
      const error = yield* Effect.flip(
        page.of("eip155").signMessage({ account: `eip155:1:${address}`, message: "hi" }),
      )
      expect(error.reason).toEqual({ _tag: "Failed", code: -32603, text: "No matching key. keychain:" })
    }),
  )

  it.effect("sends no request without a session or for an unapproved method", () =>
    Effect.gen(function* () {
      const { page, phone } = yield* start({
        settle: () => ({ eip155: { accounts: allChainsOptions.eip155, methods: ["eth_sendTransaction"] } }),
      })
      yield* connect(page.of("eip155"))
      const sign = Effect.flip(
        page.of("eip155").signMessage({ account: `eip155:1:${address}`, message: "hi" }),
      )
      expect((yield* sign).reason._tag).toBe("Unsupported")
      yield* page.of("eip155").disconnect
      expect((yield* sign).reason._tag).not.toBe("Declined")
      expect(phone.asked).toEqual([])
    }),
  )
})

describe("linked app", () => {
  const app = { name: "Wallet", href: "wallet://" }

  it.effect("opens for each request until the session ends", () =>
    Effect.gen(function* () {
      const { page, phone } = yield* start()
      page.setLinkedApp(app)
      yield* connect(page.of("eip155"))
      expect(phone.apps.at(-1)).toEqual(app)
      phone.leave()
      expect(phone.apps.at(-1)).toBe(null)
    }),
  )

  it.effect.each(["javascript://%0aalert(1)", "http://wallet.example/", "data:text/html,x"])(
    "rejects the unsafe link %s",
    (href) =>
      Effect.gen(function* () {
        const { page, phone } = yield* start()
        yield* connect(page.of("eip155"))
        page.setLinkedApp({ name: "Wallet", href })
        yield* Effect.yieldNow
        expect(phone.apps.every((one) => one === null)).toBe(true)
      }),
  )
})
