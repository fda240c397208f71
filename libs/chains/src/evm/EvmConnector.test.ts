import { describe, expect, it } from "@effect/vitest"
import {
  makeAnsweringProvider,
  makeDevProviderFixture,
  makeProviderConnector,
  makeRejectingProvider,
  makeThrowingProvider,
  oddValues,
  unresponsiveProvider,
} from "@wmodal/dev-wallet/testing"
import type { Network } from "@wmodal/protocol"
import { Deferred, Effect, Fiber, Stream } from "effect"
import { TestClock } from "effect/testing"
import type { ConnectorEvent, WalletSession } from "../contract/Connector.ts"
import type { ConnectorError } from "../contract/ConnectorError.ts"
import type { Eip1193Provider } from "./Eip1193Provider.ts"

const first = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const second = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"

const optimism: Network = {
  id: 10,
  caipNetworkId: "eip155:10",
  chainNamespace: "eip155",
  name: "OP Mainnet",
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: ["https://op.example"] } },
}
const base: Network = { ...optimism, id: 8453, caipNetworkId: "eip155:8453", name: "Base" }

const asking = { network: null, onLateApproval: () => {} }
const refused = <A, E>(effect: Effect.Effect<A, E>) => Effect.runPromise(Effect.flip(effect))

/** A wallet that responds from a table and records its requests; a function in the table may throw. */
const scripted = (answers: Record<string, unknown>) => {
  const calls: Parameters<Eip1193Provider["request"]>[0][] = []
  const listeners = new Map<string, (value: unknown) => void>()
  const provider: Eip1193Provider = {
    request: async (request) => {
      calls.push(request)
      const answer = answers[request.method]
      return typeof answer === "function" ? answer(calls.length) : answer
    },
    on: (event, listener) => listeners.set(event, listener),
    removeListener: (event) => listeners.delete(event),
  }
  const emit = (event: string, value: unknown) => listeners.get(event)?.(value)
  return { connector: makeProviderConnector(provider), calls, listeners, emit }
}

/** A list that throws when it is read. */
const hostileList = new Proxy([], {
  get: () => {
    throw new Error("do not read me")
  },
})

/** A proxy handler that throws at the nth read, so that a promise can still carry the proxy. */
const nthRead = (n: number): ProxyHandler<string[]> => {
  let reads = 0
  return {
    get: (target, name) => {
      if (++reads >= n) throw new Error("no more")
      return Reflect.get(target, name)
    },
  }
}

const thrower = (value: unknown) => () => {
  throw value
}

/** Runs an effect over promises for at most five seconds of virtual time. */
const inVirtualTime = <A, E>(effect: Effect.Effect<A, E>): Promise<A> =>
  Effect.gen(function* () {
    const running = yield* Effect.forkChild(effect, { startImmediately: true })
    for (let step = 0; step < 20; step += 1) {
      yield* Effect.promise(() => new Promise((done) => setImmediate(done)))
      yield* TestClock.adjust("250 millis")
    }
    return yield* Fiber.join(running)
  }).pipe(Effect.scoped, Effect.provide(TestClock.layer()), Effect.runPromise)

describe("EvmConnector.connect", () => {
  it("returns EIP-55 accounts, the selected one first, and the wallet's network", async () => {
    const { connector } = makeDevProviderFixture()
    expect(await Effect.runPromise(connector.connect(asking))).toEqual({
      accounts: [`eip155:1:${first}`, `eip155:1:${second}`],
      network: "eip155:1",
    })
  })

  it("keeps the wallet's network when another one is requested", async () => {
    const { connector, wallet } = makeDevProviderFixture()
    const session = await Effect.runPromise(connector.connect({ ...asking, network: optimism }))
    expect(session.network).toBe("eip155:1")
    expect(wallet.snapshot().chainId).toBe(1)
  })

  it("corrects the case of addresses and removes duplicates", async () => {
    const { connector } = scripted({
      eth_requestAccounts: [first.toLowerCase(), first],
      eth_chainId: "1",
    })
    const { accounts } = await Effect.runPromise(connector.connect(asking))
    expect(accounts).toEqual([`eip155:1:${first}`])
  })

  it("fails with Declined when the user declines", async () => {
    const { approver, connector } = makeDevProviderFixture()
    approver.willAnswer("decline")
    expect(await refused(connector.connect(asking))).toMatchObject({ reason: { _tag: "Declined" } })
  })

  it.each([
    ["no account", [], "0x1", "Locked"],
    ["no list", { 0: first }, "0x1", "Malformed"],
    ["no addresses", [first, "0x12"], "0x1", "Malformed"],
    ["no network", [first], undefined, "Malformed"],
    ["network zero", [first], "0x0", "Malformed"],
    ["a network beyond all numbers", [first], `0x${"f".repeat(64)}`, "Malformed"],
  ])(
    "fails with a typed error when the wallet returns %s",
    async (_, eth_requestAccounts, eth_chainId, tag) => {
      const { connector } = scripted({ eth_requestAccounts, eth_chainId })
      expect(await refused(connector.connect(asking))).toMatchObject({
        _tag: "ConnectorError",
        connectorId: "dev.wmodal.odd",
        reason: { _tag: tag },
      })
    },
  )

  it("fails with Malformed when reading the accounts throws", async () => {
    const { connector } = scripted({ eth_requestAccounts: () => new Proxy([first], nthRead(3)) })
    expect((await refused<unknown, ConnectorError>(connector.connect(asking))).reason._tag).toBe("Malformed")
  })

  it.effect("settles immediately when interrupted, and offers the session when it is approved later", () =>
    Effect.gen(function* () {
      const { approver, connector, listeners } = makeDevProviderFixture()
      approver.willAnswer("wait")
      const late = yield* Deferred.make<WalletSession>()
      const fiber = yield* Effect.forkChild(
        connector.connect({
          network: null,
          onLateApproval: (session) => Deferred.doneUnsafe(late, Effect.succeed(session)),
        }),
      )
      yield* approver.whenOpen
      yield* Fiber.interrupt(fiber)
      expect(yield* Deferred.isDone(late)).toBe(false)
      expect(listeners()).toBe(0)
      approver.answerOpen("approve")
      const session = yield* Deferred.await(late)
      expect(session.accounts[0]).toBe(`eip155:1:${first}`)
    }),
  )

  it.effect("offers no session when it is declined later", () =>
    Effect.gen(function* () {
      const answer = Deferred.makeUnsafe<never, { readonly code: number }>()
      const settled: Promise<unknown>[] = []
      const connector = makeProviderConnector({
        request: () => {
          const answered = Effect.runPromise(Deferred.await(answer))
          settled.push(answered.catch(() => null))
          return answered
        },
      })
      const offered: WalletSession[] = []
      const fiber = yield* Effect.forkChild(
        connector.connect({ network: null, onLateApproval: (session) => offered.push(session) }),
        { startImmediately: true },
      )
      yield* Fiber.interrupt(fiber)
      Deferred.doneUnsafe(answer, Effect.fail({ code: 4001 }))
      yield* Effect.promise(() => Promise.all(settled))
      yield* Effect.repeat(Effect.yieldNow, { times: 10 })
      expect(settled).toHaveLength(1)
      expect(offered).toEqual([])
    }),
  )

  it.effect("aborts when it is interrupted and the wallet never responds", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(makeProviderConnector(unresponsiveProvider).connect(asking))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(fiber)
      expect(fiber.pollUnsafe()?._tag).toBe("Failure")
    }),
  )
})

describe("EvmConnector.restore", () => {
  it("returns the shared session without a prompt, or fails with Locked when there is none", async () => {
    const { approver, connector } = makeDevProviderFixture()
    expect(await refused(connector.restore)).toMatchObject({ reason: { _tag: "Locked" } })
    await Effect.runPromise(connector.connect(asking))
    expect((await Effect.runPromise(connector.restore)).accounts[0]).toBe(`eip155:1:${first}`)
    expect(approver.asked).toHaveLength(1)
  })
})

describe("EvmConnector.events", () => {
  const collecting = (connector: { readonly events: Effect.Effect<Stream.Stream<ConnectorEvent>> }) =>
    Effect.gen(function* () {
      const seen: ConnectorEvent[] = []
      const fiber = yield* Effect.forkChild(
        Stream.runForEach(Stream.unwrap(connector.events), (event) => Effect.sync(() => seen.push(event))),
        { startImmediately: true },
      )
      return { seen, fiber }
    })

  it.effect("emits account and network changes and the end of the session, and removes its listeners", () =>
    Effect.gen(function* () {
      const { connector, listeners, origin, wallet } = makeDevProviderFixture()
      yield* connector.connect(asking)
      const { fiber, seen } = yield* collecting(connector)
      expect(listeners()).toBe(4)
      wallet.selectAccount(second)
      wallet.selectChain(10)
      wallet.selectAccount(first)
      wallet.disconnect(origin)
      yield* Effect.yieldNow
      yield* Effect.repeat(Effect.yieldNow, { until: () => seen.length >= 5 })
      expect(seen).toEqual([
        { _tag: "AccountsChanged", accounts: [`eip155:1:${second}`, `eip155:1:${first}`] },
        { _tag: "NetworkChanged", network: "eip155:10" },
        { _tag: "AccountsChanged", accounts: [`eip155:10:${first}`, `eip155:10:${second}`] },
        { _tag: "Disconnected" },
        { _tag: "Disconnected" },
      ])
      yield* Fiber.interrupt(fiber)
      expect(listeners()).toBe(0)
    }),
  )

  it.effect("decodes every notation of a chain id, and drops invalid values", () =>
    Effect.gen(function* () {
      const { connector, emit } = scripted({})
      const { seen } = yield* collecting(connector)
      for (const value of ["0x1", "10", 137, "0x", "one", -1, 1.5, null, {}, []]) emit("chainChanged", value)
      for (const value of [null, "0x", [1], [first.slice(1)]]) emit("accountsChanged", value)
      emit("disconnect", { code: 1013, message: "Disconnected from chain. Attempting to connect." })
      emit("accountsChanged", [])
      yield* Effect.repeat(Effect.yieldNow, { until: () => seen.some(({ _tag }) => _tag === "Disconnected") })
      expect(seen).toEqual([
        { _tag: "NetworkChanged", network: "eip155:1" },
        { _tag: "NetworkChanged", network: "eip155:10" },
        { _tag: "NetworkChanged", network: "eip155:137" },
        { _tag: "Disconnected" },
      ])
    }),
  )

  it.effect.each([1011, 1000, 1006, 1012])(
    "keeps the session of a wallet whose stream is lost (%d)",
    (code) =>
      Effect.gen(function* () {
        const { connector, emit } = scripted({})
        const { seen } = yield* collecting(connector)
        emit("disconnect", {
          code,
          message: "MetaMask: Disconnected from MetaMask background. Page reload required.",
        })
        yield* Effect.repeat(Effect.yieldNow, { until: () => seen.length > 0 })
        expect(seen).toMatchObject([{ _tag: "Disconnected", cause: { reason: { _tag: "Offline" } } }])
      }),
  )

  it.effect("tells that the wallet has returned when its stream is connected again", () =>
    Effect.gen(function* () {
      const { connector, emit } = scripted({})
      const { seen } = yield* collecting(connector)
      emit("disconnect", { code: 1011, message: "Disconnected from MetaMask background." })
      emit("connect", { chainId: "0x1" })
      yield* Effect.repeat(Effect.yieldNow, { until: () => seen.length > 1 })
      expect(seen).toMatchObject([{ _tag: "Disconnected" }, { _tag: "Returned" }])
    }),
  )

  it.effect("continues after a value that throws when it is read", () =>
    Effect.gen(function* () {
      const { connector, emit } = scripted({ eth_requestAccounts: [first], eth_chainId: "0x1" })
      yield* connector.connect(asking)
      const { seen } = yield* collecting(connector)
      for (const name of ["accountsChanged", "chainChanged", "disconnect"]) emit(name, hostileList)
      emit("chainChanged", "0xa")
      yield* Effect.repeat(Effect.yieldNow, {
        until: () => seen.some(({ _tag }) => _tag === "NetworkChanged"),
      })
      expect(seen).toEqual([{ _tag: "Disconnected" }, { _tag: "NetworkChanged", network: "eip155:10" }])
    }),
  )

  it.effect("emits Disconnected when the wallet never reports its network", () =>
    Effect.gen(function* () {
      const { connector, emit } = scripted({ eth_chainId: () => new Promise(() => {}) })
      const { seen } = yield* collecting(connector)
      emit("accountsChanged", [first])
      emit("accountsChanged", [])
      yield* Effect.repeat(Effect.yieldNow, { times: 20 })
      expect(seen).toEqual([{ _tag: "Returned" }, { _tag: "Disconnected" }])
    }),
  )

  it.effect("emits no event when the provider has no events or throws in `on`", () =>
    Effect.gen(function* () {
      const broken: Eip1193Provider = {
        ...unresponsiveProvider,
        on: thrower("no"),
        removeListener: thrower("no"),
      }
      for (const provider of [unresponsiveProvider, broken]) {
        const { fiber, seen } = yield* collecting(makeProviderConnector(provider))
        yield* Effect.yieldNow
        yield* Fiber.interrupt(fiber)
        expect(seen).toEqual([])
        expect(fiber.pollUnsafe()?._tag).toBe("Failure")
      }
    }),
  )
})

describe("EvmConnector.connect to a wallet whose extension is gone", () => {
  const makeGone = (isConnected: boolean) => {
    const listeners = new Map<string, (value: unknown) => void>()
    const provider = {
      request: () => new Promise(() => {}),
      isConnected: () => isConnected,
      on: (event: string, listener: (value: unknown) => void) => listeners.set(event, listener),
      removeListener: (event: string) => listeners.delete(event),
    }
    return { listeners, connector: makeProviderConnector(provider) }
  }

  it("fails with Offline when the provider is not connected and answers no read", async () => {
    const { connector, listeners } = makeGone(false)
    expect(await inVirtualTime(Effect.flip(connector.connect(asking)))).toMatchObject({
      reason: { _tag: "Offline" },
    })
    expect(listeners.size).toBe(0)
  })

  it.effect("fails with Offline when the stream is lost meanwhile", () =>
    Effect.gen(function* () {
      const { connector, listeners } = makeGone(true)
      const connecting = yield* Effect.forkChild(Effect.flip(connector.connect(asking)), {
        startImmediately: true,
      })
      yield* Effect.repeat(Effect.yieldNow, { until: () => listeners.has("disconnect") })
      listeners.get("disconnect")?.({ code: 1013 })
      listeners.get("disconnect")?.({ code: 1011 })
      expect(yield* Fiber.join(connecting)).toMatchObject({ reason: { _tag: "Offline" } })
    }),
  )

  it("waits for the user of a provider that only starts", async () => {
    const provider = {
      isConnected: () => false,
      request: ({ method }: { readonly method: string }) =>
        Promise.resolve(method === "eth_chainId" ? "0x1" : [first]),
    }
    const starting = makeProviderConnector(provider)
    expect(await Effect.runPromise(starting.connect(asking))).toMatchObject({ network: "eip155:1" })
  })
})

describe("EvmConnector.disconnect", () => {
  it("revokes the dApp's permission in the wallet", async () => {
    const { connector, origin, wallet } = makeDevProviderFixture()
    await Effect.runPromise(connector.connect(asking))
    expect(wallet.snapshot().origins).toEqual([origin])
    await Effect.runPromise(connector.disconnect)
    expect(wallet.snapshot().origins).toEqual([])
  })

  it.each([4200, -32601])("succeeds when the wallet does not support revoking (%d)", async (code) => {
    expect(
      await Effect.runPromise(makeProviderConnector(makeRejectingProvider({ code })).disconnect),
    ).toBeUndefined()
  })

  it("fails when the wallet declines", async () => {
    expect(
      await refused(makeProviderConnector(makeRejectingProvider({ code: 4001 })).disconnect),
    ).toMatchObject({
      reason: { _tag: "Declined" },
    })
  })
})

describe("EvmConnector signing", () => {
  it("signs a message and typed data with the requested account", async () => {
    const { approver, connector } = makeDevProviderFixture()
    await Effect.runPromise(connector.connect(asking))
    const account = `eip155:1:${second}` as const
    expect(await Effect.runPromise(connector.signMessage({ account, message: "héllo" }))).toMatch(
      /^0x[0-9a-f]{130}$/,
    )
    const typedData = JSON.stringify({
      domain: {},
      types: { A: [{ name: "b", type: "string" }] },
      primaryType: "A",
      message: { b: "c" },
    })
    expect(await Effect.runPromise(connector.signTypedData({ account, typedData }))).toMatch(
      /^0x[0-9a-f]{130}$/,
    )
    expect(approver.asked.slice(1)).toMatchObject([
      { _tag: "SignMessage", account: second, message: "0x68c3a96c6c6f" },
      { _tag: "SignTypedData", account: second, typedData: expect.stringContaining('{"b":"c"}') },
    ])
  })

  it("sends personal_sign and eth_signTypedData_v4 with their wire params", async () => {
    const { calls, connector } = scripted({
      personal_sign: `0x${"ab".repeat(65)}`,
      eth_signTypedData_v4: `0x${"ab".repeat(65)}`,
    })
    const account = `eip155:1:${first}` as const
    await Effect.runPromise(connector.signMessage({ account, message: "hi" }))
    await Effect.runPromise(connector.signTypedData({ account, typedData: "{}" }))
    expect(calls).toEqual([
      { method: "personal_sign", params: ["0x6869", first] },
      { method: "eth_signTypedData_v4", params: [first, "{}"] },
    ])
  })

  it.each(["0X", `0x${"ab".repeat(30)}`, "signed", null])(
    "fails with Malformed when the signature is %j",
    async (answer) => {
      const { connector } = scripted({ personal_sign: answer })
      expect(
        await refused(connector.signMessage({ account: `eip155:1:${first}`, message: "hi" })),
      ).toMatchObject({
        reason: { _tag: "Malformed", what: "personal_sign" },
      })
    },
  )
})

describe("EvmConnector of a Safe that signs on the chain", () => {
  it.each(["message", "typed data"])(
    "fails with SignedOnChain when the signature of a %s is empty",
    async (kind) => {
      const { connector } = scripted({ personal_sign: "0x", eth_signTypedData_v4: "0x" })
      const account = `eip155:1:${first}` as const
      const signing =
        kind === "message"
          ? connector.signMessage({ account, message: "hi" })
          : connector.signTypedData({ account, typedData: "{}" })
      expect(await refused(signing)).toMatchObject({ reason: { _tag: "SignedOnChain" } })
    },
  )
})

describe("EvmConnector.switchNetwork", () => {
  const add = {
    chainId: "0x2105",
    chainName: "Base",
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: ["https://op.example"],
  }

  it("switches a wallet that knows the network, and adds it to one that does not", async () => {
    const { approver, connector, wallet } = makeDevProviderFixture()
    await Effect.runPromise(connector.switchNetwork(optimism))
    expect(wallet.snapshot().chainId).toBe(10)
    await Effect.runPromise(connector.switchNetwork(base))
    expect(wallet.snapshot().chainId).toBe(8453)
    expect(approver.asked.map(({ _tag }) => _tag)).toEqual(["SwitchNetwork", "AddNetwork"])
  })

  it("fails with RequestPending when a switch or add prompt is already open", async () => {
    const pending = thrower({ code: -32002, message: "Request already pending." })
    for (const answers of [
      { wallet_switchEthereumChain: pending },
      { wallet_switchEthereumChain: thrower({ code: 4902 }), wallet_addEthereumChain: pending },
    ]) {
      const { connector } = scripted(answers)
      expect(await refused(connector.switchNetwork(base))).toMatchObject({
        reason: { _tag: "RequestPending" },
      })
    }
  })

  it("fails with Declined when the switch or the addition is declined", async () => {
    const { approver, connector } = makeDevProviderFixture()
    approver.willAnswer("decline")
    for (const network of [optimism, base]) {
      expect(await refused(connector.switchNetwork(network))).toMatchObject({ reason: { _tag: "Declined" } })
    }
  })

  it.each([
    ["4902", { code: 4902 }],
    ["5000", { code: 5000 }],
    ["32603", { code: 32603 }],
    ["a wrapped 4902", { code: -32603, data: { originalError: { code: 4902 } } }],
    ["4902 as text", { code: "4902" }],
    [
      "MetaMask's words with another code",
      {
        code: -32603,
        message: 'Unrecognized chain ID "0x2105". Try adding the chain using wallet_addEthereumChain first.',
      },
    ],
    ["Zerion's words", { code: -32000, message: "Unrecognized chainId: Try adding the chain first." }],
    ["Trust's words after others", { message: 'sendError Error: Unrecognized chain ID "0x61".' }],
    ["Coinbase's words", { code: 2, message: "chainId 0x2105 not supported" }],
    ["the words that a chain is not supported", { code: -32603, message: "Chain not supported" }],
    ["words with the code of a missing method", { code: 4200, message: "Unsupported chain: 8453" }],
    ["words in a wrapped error", { code: -32603, data: { message: "Chain not configured" } }],
    ["a parameter that is called invalid", { code: -32602, message: "Expected a known value" }],
    ["words of another language without a code", new Error("未能切换网络")],
    ["a text instead of an error", "Netzwerk nicht gefunden"],
  ])("adds the network on %s", async (_, thrown) => {
    const { calls, connector } = scripted({
      wallet_switchEthereumChain: thrower(thrown),
      eth_chainId: "0x2105",
    })
    await Effect.runPromise(connector.switchNetwork(base))
    expect(calls).toEqual([
      { method: "wallet_switchEthereumChain", params: [{ chainId: "0x2105" }] },
      { method: "wallet_addEthereumChain", params: [add] },
      { method: "eth_chainId" },
    ])
  })

  it.each([
    { code: 4001, message: "User rejected the request: unknown network" },
    { code: -32002, message: "A request for an unknown network is already pending" },
    new Error("User rejected the switch to an unsupported network"),
    { code: 5000, message: "User rejected." },
    { code: -32602, message: "User rejected the request." },
  ])("does not add the network when the user answered, whatever network it names: %j", async (thrown) => {
    const { calls, connector } = scripted({ wallet_switchEthereumChain: thrower(thrown) })
    await refused(connector.switchNetwork(base))
    expect(calls).toHaveLength(1)
  })

  it("fails with the wallet's first words when both requests fail without a clear reason", async () => {
    const { calls, connector } = scripted({
      wallet_switchEthereumChain: thrower(new Error("未能切换网络")),
      wallet_addEthereumChain: thrower(new Error("未能添加网络")),
      eth_chainId: "0x1",
    })
    expect(await refused(connector.switchNetwork(base))).toMatchObject({
      reason: { _tag: "Failed", text: "未能切换网络" },
    })
    expect(calls.map(({ method }) => method)).toEqual([
      "wallet_switchEthereumChain",
      "wallet_addEthereumChain",
      "eth_chainId",
    ])
  })

  it("includes the explorer and an https icon when the network has them", async () => {
    const { calls, connector } = scripted({
      wallet_switchEthereumChain: thrower({ code: 4902 }),
      eth_chainId: "0x2105",
    })
    await Effect.runPromise(
      connector.switchNetwork({
        ...base,
        blockExplorers: { default: { name: "Scan", url: "https://scan.example" } },
        assets: { imageUrl: "https://img.example/base.png" },
      }),
    )
    expect(calls[1]?.params).toEqual([
      { ...add, blockExplorerUrls: ["https://scan.example"], iconUrls: ["https://img.example/base.png"] },
    ])
  })

  it("switches again when adding the network did not switch", async () => {
    const { calls, connector } = scripted({
      wallet_switchEthereumChain: (call: number) => (call === 1 ? thrower({ code: 4902 })() : null),
      eth_chainId: (call: number) => (call === 3 ? "0x1" : "0x2105"),
    })
    await Effect.runPromise(connector.switchNetwork(base))
    expect(calls.map(({ method }) => method)).toEqual([
      "wallet_switchEthereumChain",
      "wallet_addEthereumChain",
      "eth_chainId",
      "wallet_switchEthereumChain",
      "eth_chainId",
    ])
  })

  it.each([
    ["stays on another network", "0x1"],
    ["does not say where it is", thrower({ code: -32603 })],
  ])("fails with NetworkUnchanged when the wallet confirms the switch and %s", async (_, where) => {
    for (const first of [null, thrower({ code: 4902 })]) {
      const { connector } = scripted({
        wallet_switchEthereumChain: (call: number) => (call === 1 && first !== null ? first() : null),
        eth_chainId: (call: number) =>
          first !== null && call === 3 ? "0x1" : typeof where === "string" ? where : where(),
      })
      const outcome = await inVirtualTime(Effect.flip(connector.switchNetwork(base)))
      expect(outcome.reason).toEqual({ _tag: "NetworkUnchanged", network: "Base" })
    }
  })

  it("waits for a wallet that switches after it has answered", async () => {
    const { connector } = scripted({
      wallet_switchEthereumChain: null,
      eth_chainId: (call: number) => (call < 3 ? "0x1" : "0x2105"),
    })
    await expect(inVirtualTime(connector.switchNetwork(base))).resolves.toBeUndefined()
  })

  it("follows the event of a wallet that switches and never answers", async () => {
    const listeners = new Set<(value: unknown) => void>()
    let chainId = "0x1"
    const connector = makeProviderConnector({
      request: ({ method }) => {
        if (method !== "wallet_switchEthereumChain") return Promise.resolve(chainId)
        chainId = "0x2105"
        for (const listener of listeners) listener(chainId)
        return new Promise(() => {})
      },
      on: (_, listener) => listeners.add(listener),
      removeListener: (_, listener) => listeners.delete(listener),
    })
    await Effect.runPromise(connector.switchNetwork(base))
    expect(listeners.size).toBe(0)
  })

  it.each([
    ["will not be added", { wallet_addEthereumChain: thrower({ code: -32602, message: "bad rpc" }) }],
    ["is still unknown after it was added", { eth_chainId: "0x1" }],
  ])("fails with NetworkNotSupported when the network %s", async (_, answers) => {
    const { connector } = scripted({ wallet_switchEthereumChain: thrower({ code: 4902 }), ...answers })
    expect(await refused(connector.switchNetwork(base))).toMatchObject({
      reason: { _tag: "NetworkNotSupported", network: "Base" },
    })
  })

  it("fails with NetworkNotSupported when the wallet cannot switch or the id is invalid", async () => {
    const { connector } = scripted({ wallet_switchEthereumChain: thrower({ code: -32601 }) })
    for (const network of [base, { ...base, id: "mainnet" }]) {
      expect(await refused(connector.switchNetwork(network))).toMatchObject({
        reason: { _tag: "NetworkNotSupported" },
      })
    }
  })

  it("does not add the network when the wallet fails with -32603 instead of 32603", async () => {
    const { calls, connector } = scripted({
      wallet_switchEthereumChain: thrower({ code: -32603, message: "boom" }),
    })
    expect(await refused(connector.switchNetwork(base))).toMatchObject({
      reason: { _tag: "Failed", code: -32603, text: "boom" },
    })
    expect(calls).toHaveLength(1)
  })
})

describe("EvmConnector with a faulty wallet", () => {
  const everyAct = (provider: Eip1193Provider) => {
    const connector = makeProviderConnector(provider)
    const account = `eip155:1:${first}` as const
    return [
      connector.connect(asking),
      connector.restore,
      connector.signMessage({ account, message: "hi" }),
      connector.signTypedData({ account, typedData: "{}" }),
    ]
  }

  it.each(oddValues)("fails with a typed error: %s", async (name, value) => {
    const thrown = [makeRejectingProvider(value), makeThrowingProvider(value)].flatMap((provider) => [
      ...everyAct(provider),
      makeProviderConnector(provider).switchNetwork(optimism),
      makeProviderConnector(provider).disconnect,
    ])
    for (const act of thrown) {
      const error = await refused<unknown, ConnectorError>(act)
      expect(error.reason).toMatchObject({ _tag: "Failed", code: null })
      expect(JSON.stringify(error.reason).length).toBeLessThan(300)
    }
    for (const act of everyAct(makeAnsweringProvider(value))) {
      const { reason } = await refused<unknown, ConnectorError>(act)
      // A promise cannot carry a value that throws when it is read: it rejects instead.
      expect(reason._tag).toBe(name.includes("throws") ? "Failed" : "Malformed")
    }
  })
})

it("connects to a dev wallet outside a web page in the same way", async () => {
  const { wallet } = makeDevProviderFixture()
  const { makeDevConnector } = await import("@wmodal/dev-wallet")
  const connector = makeDevConnector({ wallet, origin: "wmodal" })
  expect(connector).toMatchObject({ id: "dev", name: "Dev wallet", namespace: "eip155", icon: null })
  expect((await Effect.runPromise(connector.connect(asking))).network).toBe("eip155:1")
})
