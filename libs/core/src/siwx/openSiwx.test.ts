import { describe, expect, it } from "@effect/vitest"
import type { ChainActions, Connector } from "@wmodal/chains"
import { Feed, SubscriptionRef } from "@wmodal/protocol"
import { mainnet, optimism, solana } from "@wmodal/protocol/networks"
import { Effect, Exit, Scope } from "effect"
import { TestClock } from "effect/testing"
import type { Engine } from "../Engine.ts"
import { collectUnhandled } from "../testing/collectUnhandled.ts"
import { makeEngineWith, makeTestChain, memoryStorage } from "../testing/makeEngineOver.ts"
import { makeExplained } from "../testing/pageRequests.ts"
import { reach } from "../testing/reach.ts"
import { failing, scriptedSession, scriptedWallet, solanaWallet } from "../testing/scriptedWallet.ts"
import type { SiweConfig, SiwxPlugin, SiwxSession, SiwxState } from "./Siwx.ts"

const now = SubscriptionRef.getUnsafe

/** A plugin that keeps sessions in memory. `broken` is the method that rejects. */
const makePlugin = (options: { required?: boolean; expirationTime?: string } = {}) => {
  const held = {
    broken: "" as keyof SiwxPlugin | "",
    sessions: [] as readonly SiwxSession[],
    messages: 0,
    calls: [] as string[],
    clients: [] as unknown[],
  }
  const answer = async <A>(name: keyof SiwxPlugin, value: () => A): Promise<A> => {
    held.calls.push(name)
    if (held.broken === name) throw new Error("the server is down")
    return value()
  }
  const plugin: SiwxPlugin = {
    createMessage: (input) =>
      answer("createMessage", () => {
        held.messages += 1
        held.clients.push(input.client)
        const text = `message ${held.messages} for ${input.chainId}:${input.accountAddress}`
        const { expirationTime } = options
        return {
          ...input,
          domain: "app.example",
          uri: "https://app.example",
          version: "1",
          nonce: String(held.messages),
          ...(expirationTime !== undefined && { expirationTime }),
          toString: () => text,
        }
      }),
    addSession: (session) =>
      answer("addSession", () => {
        held.sessions = [...held.sessions, session]
      }),
    revokeSession: (chainId, address) =>
      answer("revokeSession", () => {
        held.sessions = held.sessions.filter(
          ({ data }) => data.chainId !== chainId || data.accountAddress !== address,
        )
      }),
    setSessions: (sessions) =>
      answer("setSessions", () => {
        held.sessions = sessions
      }),
    getSessions: (chainId, address) =>
      answer("getSessions", () =>
        held.sessions.filter(
          ({ data }) =>
            data.chainId === chainId && data.accountAddress.toLowerCase() === address.toLowerCase(),
        ),
      ),
    getRequired: () => options.required ?? true,
  }
  return { plugin, held }
}

const start = (
  siwx: object,
  {
    connector = scriptedWallet().connector,
    actions = {},
    storage = memoryStorage(),
    options = {},
  }: {
    readonly connector?: Connector
    readonly actions?: Partial<ChainActions>
    readonly storage?: ReturnType<typeof memoryStorage>
    readonly options?: object
  } = {},
) =>
  Effect.tap(
    makeEngineWith({ chains: [makeTestChain([connector], actions)], ...siwx, ...options }, { storage }),
    (engine) => engine.ready,
  )

const view = (engine: Engine) => {
  const { open, history } = now(engine.router.state)
  return open ? (history.at(-1)?._tag ?? "") : ""
}
const reachState = (engine: Engine, tag: SiwxState["_tag"]) =>
  reach(engine.siwx.state, ({ _tag }) => _tag === tag)
const connect = (engine: Engine) => engine.connection.connectAndWait("io.scripted")
/** Connects and signs in. @returns the actions */
const signIn = (engine: Engine) =>
  Effect.gen(function* () {
    yield* connect(engine)
    yield* reachState(engine, "Reviewing")
    const siwx = yield* engine.siwx.actions
    yield* siwx.sign
    yield* reachState(engine, "SignedIn")
    return siwx
  })
const listen = (engine: Engine) => {
  const events: string[] = []
  const record = Feed.runForEach(engine.events, ({ name }) => Effect.sync(() => void events.push(name)))
  return Effect.as(Effect.forkScoped(record, { startImmediately: true }), events)
}

describe("sign-in with a signature", () => {
  it.effect("shows the message after connecting, stores the session and closes", () =>
    Effect.gen(function* () {
      const { held, plugin } = makePlugin()
      const signed: unknown[] = []
      const { connector } = scriptedWallet({
        signMessage: ({ message }) => {
          signed.push(message)
          return Effect.succeed("0x5e")
        },
      })
      const engine = yield* start({ siwx: plugin }, { connector })
      const events = yield* listen(engine)
      yield* engine.router.open()
      yield* connect(engine)
      yield* reachState(engine, "Reviewing")
      expect(view(engine)).toBe("SIWXSignMessage")
      expect(signed).toEqual([])
      expect(held.clients).toEqual([{ platform: "html", chains: ["eip155"] }])
      const siwx = yield* engine.siwx.actions
      yield* siwx.sign
      const state = yield* reachState(engine, "SignedIn")
      expect(signed).toEqual([`message 1 for ${scriptedSession.accounts[0]}`])
      expect(held.sessions).toMatchObject([{ message: signed[0], signature: "0x5e" }])
      expect(state).toMatchObject({ session: { signature: "0x5e" } })
      yield* reach(engine.router.state, ({ open }) => !open)
      expect(events).toEqual(expect.arrayContaining(["CLICK_SIGN_SIWX_MESSAGE", "SIWX_AUTH_SUCCESS"]))
    }),
  )

  it.effect("opens by itself for a host that connects without the modal", () =>
    Effect.gen(function* () {
      const { plugin } = makePlugin()
      const engine = yield* start({ siwx: plugin })
      yield* connect(engine)
      yield* reachState(engine, "Reviewing")
      expect(view(engine)).toBe("SIWXSignMessage")
    }),
  )

  it.effect("asks nothing of an account with a session, also after a reload", () =>
    Effect.gen(function* () {
      const { held, plugin } = makePlugin()
      const storage = memoryStorage()
      const first = yield* Scope.make()
      yield* Effect.gen(function* () {
        const engine = yield* start({ siwx: plugin }, { storage })
        yield* signIn(engine)
      }).pipe(Scope.provide(first))
      yield* Scope.close(first, Exit.void)
      expect(held.sessions).toHaveLength(1)
      const engine = yield* start({ siwx: plugin }, { storage })
      yield* reachState(engine, "SignedIn")
      expect(view(engine)).toBe("")
      expect(held.messages).toBe(1)
    }),
  )

  it.effect("asks again after the account or the network has changed", () =>
    Effect.gen(function* () {
      const { plugin } = makePlugin()
      const { connector, say } = scriptedWallet()
      const engine = yield* start({ siwx: plugin }, { connector })
      const siwx = yield* signIn(engine)
      const other = "eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8" as const
      say({ _tag: "AccountsChanged", accounts: [other] })
      expect(yield* reachState(engine, "Reviewing")).toMatchObject({ account: other })
      yield* siwx.sign
      yield* reachState(engine, "SignedIn")
      yield* engine.networks.switchTo(optimism.caipNetworkId)
      expect(yield* reachState(engine, "Reviewing")).toMatchObject({
        account: other.replace("eip155:1:", "eip155:10:"),
      })
      yield* siwx.sign
      yield* reachState(engine, "SignedIn")
      yield* engine.networks.switchTo(mainnet.caipNetworkId)
      expect(yield* reachState(engine, "SignedIn")).toMatchObject({ account: other })
    }),
  )

  it.effect("disconnects when a required sign-in is cancelled, and refuses to close without it", () =>
    Effect.gen(function* () {
      const { held, plugin } = makePlugin()
      const engine = yield* start({ siwx: plugin })
      const events = yield* listen(engine)
      yield* engine.router.open()
      yield* connect(engine)
      yield* reachState(engine, "Reviewing")
      yield* engine.router.requestClose
      expect(now(engine.router.state)).toMatchObject({ open: true, refusedCloses: 1 })
      yield* (yield* engine.siwx.actions).cancel
      yield* reachState(engine, "Off")
      expect(now(engine.account.state)).toBe(null)
      expect(held.calls).toContain("setSessions")
      expect(events).toContain("CLICK_CANCEL_SIWX")
    }),
  )

  it.effect("keeps the connection when an optional sign-in is left, and asks again on request", () =>
    Effect.gen(function* () {
      const { plugin } = makePlugin({ required: false })
      const engine = yield* start({ siwx: plugin })
      yield* connect(engine)
      yield* reachState(engine, "Reviewing")
      yield* engine.router.requestClose
      yield* reachState(engine, "SignedOut")
      expect(now(engine.account.state)).not.toBe(null)
      expect(view(engine)).toBe("")
      const siwx = yield* engine.siwx.actions
      yield* siwx.signIn
      yield* reachState(engine, "Reviewing")
      yield* siwx.cancel
      yield* reachState(engine, "SignedOut")
      expect(now(engine.account.state)).not.toBe(null)
      expect(view(engine)).toBe("")
    }),
  )

  it.effect("does not ask for an optional sign-in when a session of the wallet is restored", () =>
    Effect.gen(function* () {
      const { held, plugin } = makePlugin({ required: false })
      const storage = memoryStorage()
      const first = yield* Scope.make()
      yield* Effect.gen(function* () {
        const engine = yield* start({ siwx: plugin }, { storage })
        yield* connect(engine)
        yield* reachState(engine, "Reviewing")
      }).pipe(Scope.provide(first))
      yield* Scope.close(first, Exit.void)
      const engine = yield* start({ siwx: plugin }, { storage })
      yield* reachState(engine, "SignedOut")
      expect(view(engine)).toBe("")
      expect(held.messages).toBe(1)
    }),
  )

  it.effect("shows 'Authenticating...' while a signature is checked, and not longer", () =>
    Effect.gen(function* () {
      const { plugin } = makePlugin()
      const checking = Promise.withResolvers<void>()
      const engine = yield* start({ siwx: { ...plugin, addSession: () => checking.promise } })
      yield* connect(engine)
      yield* reachState(engine, "Reviewing")
      const { sign } = yield* engine.siwx.actions
      yield* sign
      const toast = yield* reach(engine.toasts.current, (one) => one !== null)
      expect(toast).toMatchObject({ variant: "loading", message: { id: "flow.siwx.authenticating" } })
      expect(now(engine.siwx.state)._tag).toBe("Storing")
      checking.resolve()
      yield* reachState(engine, "SignedIn")
      yield* reach(engine.toasts.current, (one) => one === null)
    }),
  )

  it.effect("shows the same message again after the wallet declined, with the toast", () =>
    Effect.gen(function* () {
      const { held, plugin } = makePlugin()
      const { connector } = scriptedWallet({ signMessage: () => failing({ _tag: "Declined" }) })
      const engine = yield* start({ siwx: plugin }, { connector })
      const events = yield* listen(engine)
      yield* connect(engine)
      yield* reachState(engine, "Reviewing")
      yield* (yield* engine.siwx.actions).sign
      const toast = yield* reach(engine.toasts.current, (one) => one?.variant === "error")
      expect(toast?.message).toEqual({ id: "flow.declined" })
      expect(now(engine.siwx.state)).toMatchObject({ _tag: "Reviewing", problem: null })
      expect(held.messages).toBe(1)
      expect(events).toContain("SIWX_AUTH_ERROR")
      expect(view(engine)).toBe("SIWXSignMessage")
    }),
  )

  it.effect("makes a new message after the plugin refused the signature, and says why", () =>
    Effect.gen(function* () {
      const { held, plugin } = makePlugin()
      const engine = yield* start({ siwx: plugin })
      yield* connect(engine)
      yield* reachState(engine, "Reviewing")
      held.broken = "addSession"
      yield* (yield* engine.siwx.actions).sign
      const again = yield* reach(
        engine.siwx.state,
        (state) => state._tag === "Reviewing" && state.problem !== null,
      )
      expect(again).toMatchObject({
        message: expect.stringContaining("message 2"),
        problem: { text: "the server is down" },
      })
      expect(held.sessions).toEqual([])
    }),
  )

  it.effect("signs in with an empty signature when the account's contract has signed on the chain", () =>
    Effect.gen(function* () {
      const { held, plugin } = makePlugin()
      const { connector } = scriptedWallet({ signMessage: () => failing({ _tag: "SignedOnChain" }) })
      const engine = yield* start({ siwx: plugin }, { connector })
      yield* signIn(engine)
      expect(held.sessions).toMatchObject([{ signature: "0x" }])
    }),
  )

  it.effect("says that the account signed on the chain when the server does not accept that", () =>
    Effect.gen(function* () {
      const { held, plugin } = makePlugin()
      const { connector } = scriptedWallet({ signMessage: () => failing({ _tag: "SignedOnChain" }) })
      const engine = yield* start({ siwx: plugin }, { connector })
      yield* connect(engine)
      yield* reachState(engine, "Reviewing")
      held.broken = "addSession"
      yield* (yield* engine.siwx.actions).sign
      const again = yield* reach(
        engine.siwx.state,
        (one) => one._tag === "Reviewing" && one.message.startsWith("message 2"),
      )
      expect(again).toMatchObject({ problem: { reason: { _tag: "SignedOnChain" } } })
      expect(held.sessions).toEqual([])
    }),
  )

  it.effect("says that a smart account may not be supported when its signature is refused", () =>
    Effect.gen(function* () {
      const { held, plugin } = makePlugin()
      const [account] = scriptedSession.accounts
      const address = account.slice("eip155:1:".length)
      const { connector } = scriptedWallet({
        connect: () =>
          Effect.succeed({
            ...scriptedSession,
            details: { [address]: { type: "smartAccount", publicKey: null } },
          }),
      })
      const engine = yield* start({ siwx: plugin }, { connector })
      yield* connect(engine)
      yield* reachState(engine, "Reviewing")
      held.broken = "addSession"
      yield* (yield* engine.siwx.actions).sign
      const toast = yield* reach(engine.toasts.current, (one) => one?.variant === "error")
      expect(toast?.message).toEqual({ id: "flow.siwx.smartAccount" })
    }),
  )

  it.effect("disconnects when the plugin cannot be asked for sessions, with the toast", () =>
    Effect.gen(function* () {
      const { held, plugin } = makePlugin()
      held.broken = "getSessions"
      const engine = yield* start({ siwx: plugin })
      const events = yield* listen(engine)
      yield* connect(engine)
      const toast = yield* reach(engine.toasts.current, (one) => one?.variant === "error")
      expect(toast?.message).toEqual({ id: "flow.siwx.failed" })
      expect(now(engine.account.state)).toBe(null)
      expect(now(engine.siwx.state)).toEqual({ _tag: "Off" })
      expect(events).toContain("SIWX_AUTH_ERROR")
    }),
  )

  it.effect.each([
    ["none", [null]],
    ["one without data", [{ message: "one", signature: "0x" }]],
  ] as const)("disconnects when the plugin returns %s as a session, with the toast", ([, sessions]) =>
    Effect.gen(function* () {
      const { plugin } = makePlugin()
      const engine = yield* start({ siwx: { ...plugin, getSessions: async () => sessions } })
      yield* connect(engine)
      const toast = yield* reach(engine.toasts.current, (one) => one?.variant === "error")
      expect(toast?.message).toEqual({ id: "flow.siwx.failed" })
      expect(now(engine.siwx.state)).toEqual({ _tag: "Off" })
    }),
  )

  it.effect("offers to try again when the text of the message throws", () =>
    Effect.gen(function* () {
      const { plugin } = makePlugin()
      const toString = () => {
        throw new Error("the host's own mistake")
      }
      const createMessage: SiwxPlugin["createMessage"] = async (input) => ({
        ...(await plugin.createMessage(input)),
        toString,
      })
      const engine = yield* start({ siwx: { ...plugin, createMessage } })
      yield* connect(engine)
      expect(yield* reachState(engine, "Failed")).toMatchObject({
        problem: { text: "the host's own mistake" },
      })
    }),
  )

  it.effect("requires the sign-in when the plugin throws where it is asked for that", () =>
    Effect.gen(function* () {
      const { plugin } = makePlugin()
      const getRequired = () => {
        throw new Error("the host's own mistake")
      }
      const engine = yield* start({ siwx: { ...plugin, getRequired } })
      yield* connect(engine)
      yield* reachState(engine, "Reviewing")
      yield* engine.router.requestClose
      expect(view(engine)).toBe("SIWXSignMessage")
      yield* (yield* engine.siwx.actions).cancel
      expect(now(engine.account.state)).toBe(null)
    }),
  )

  it.effect("offers to try again when no message could be made", () =>
    Effect.gen(function* () {
      const { held, plugin } = makePlugin()
      held.broken = "createMessage"
      const engine = yield* start({ siwx: plugin })
      yield* connect(engine)
      expect(yield* reachState(engine, "Failed")).toMatchObject({ problem: { text: "the server is down" } })
      held.broken = ""
      yield* (yield* engine.siwx.actions).retry
      yield* reachState(engine, "Reviewing")
    }),
  )

  it.effect("sends nothing to the wallet while a warning is not confirmed", () =>
    Effect.gen(function* () {
      const { plugin } = makePlugin()
      let asked = 0
      const { connector } = scriptedWallet({
        signMessage: () => Effect.sync(() => `0x${++asked}`),
      })
      const explain: ChainActions["explain"] = () =>
        Effect.succeed(makeExplained({ _tag: "OtherSite", said: "evil.example", asks: "app.example" }))
      const engine = yield* start({ siwx: plugin }, { connector, actions: { explain } })
      yield* connect(engine)
      yield* reachState(engine, "Reviewing")
      const siwx = yield* engine.siwx.actions
      yield* siwx.sign
      expect(now(engine.siwx.state)._tag).toBe("Reviewing")
      expect(asked).toBe(0)
      yield* siwx.acknowledge("OtherSite")
      yield* siwx.sign
      yield* reachState(engine, "SignedIn")
      expect(asked).toBe(1)
    }),
  )

  it.effect("ignores a signature that arrives after the user went back", () =>
    Effect.gen(function* () {
      const { held, plugin } = makePlugin()
      const { connector } = scriptedWallet({ signMessage: () => Effect.never })
      const engine = yield* start({ siwx: plugin }, { connector })
      yield* connect(engine)
      yield* reachState(engine, "Reviewing")
      const siwx = yield* engine.siwx.actions
      yield* siwx.sign
      yield* reachState(engine, "Asking")
      yield* TestClock.adjust("60 seconds")
      expect(now(engine.siwx.state)).toMatchObject({ _tag: "Asking", slow: true })
      yield* siwx.back
      expect(now(engine.siwx.state)._tag).toBe("Reviewing")
      expect(held.sessions).toEqual([])
    }),
  )

  it.effect("asks again when the session expires while the page is open", () =>
    Effect.gen(function* () {
      const { held, plugin } = makePlugin({ expirationTime: new Date(3_600_000).toISOString() })
      const engine = yield* start({ siwx: plugin })
      yield* signIn(engine)
      held.sessions = []
      yield* TestClock.adjust("59 minutes")
      expect(now(engine.siwx.state)._tag).toBe("SignedIn")
      yield* TestClock.adjust("1 minute")
      yield* reachState(engine, "Reviewing")
    }),
  )

  it.effect("signs out: disconnects where sign-in is required", () =>
    Effect.gen(function* () {
      const { held, plugin } = makePlugin()
      const engine = yield* start({ siwx: plugin })
      const siwx = yield* signIn(engine)
      yield* siwx.signOut
      expect(held.sessions).toEqual([])
      expect(now(engine.account.state)).toBe(null)
    }),
  )

  it.effect("keeps a session per chain, and asks one chain at a time", () =>
    Effect.gen(function* () {
      const { held, plugin } = makePlugin()
      const engine = yield* makeEngineWith({
        chains: [
          makeTestChain([scriptedWallet().connector]),
          makeTestChain([solanaWallet().connector], {}, "solana"),
        ],
        networks: [mainnet, solana],
        siwx: plugin,
      })
      yield* engine.ready
      const siwx = yield* signIn(engine)
      yield* engine.connection.connectAndWait("Scripted Sun")
      expect(yield* reachState(engine, "Reviewing")).toMatchObject({
        account: expect.stringContaining("solana:"),
      })
      yield* siwx.sign
      yield* reachState(engine, "SignedIn")
      expect(held.sessions).toHaveLength(2)
      yield* engine.connection.disconnect("solana")
      yield* reach(
        engine.siwx.state,
        (state) => state._tag === "SignedIn" && state.account.startsWith("eip155"),
      )
      expect(held.sessions).toHaveLength(1)
      expect(held.calls).not.toContain("setSessions")
    }),
  )

  it.effect("rejects both options at once, and blocks the modal until one is removed", () =>
    Effect.gen(function* () {
      const { plugin } = makePlugin()
      const engine = yield* start({ siwx: plugin, siweConfig: makeSiwe().config })
      expect(engine.optionsErrors).toMatchObject([{ reason: { _tag: "TwoSignIns" } }])
      yield* connect(engine)
      expect(now(engine.siwx.state)).toEqual({ _tag: "Off" })
      expect(yield* Effect.flip(engine.siwx.actions)).toMatchObject({ _tag: "EngineError" })
    }),
  )

  it.effect("reports an option that is no plugin", () =>
    Effect.gen(function* () {
      const engine = yield* start({ siwx: { createMessage: () => {} } })
      expect(engine.optionsErrors).toMatchObject([{ reason: { _tag: "Invalid", path: "siwx" } }])
    }),
  )
})

const makeSiwe = (options: Partial<SiweConfig> = {}) => {
  const held = { session: null as { address: string; chainId: number } | null, asked: [] as unknown[] }
  const config: SiweConfig = {
    getNonce: async () => "n0nce1234",
    getMessageParams: async () => ({ domain: "app.example", uri: "https://app.example" }),
    createMessage: (args) => {
      held.asked.push(args)
      return `legacy ${args.address} ${args.nonce}`
    },
    verifyMessage: async ({ message }) => {
      const [, account = ""] = /did:pkh:eip155:(\S+)/.exec(message) ?? []
      const [chainId, address = ""] = account.split(":")
      held.session = { address, chainId: Number(chainId) }
      return true
    },
    getSession: async () => held.session,
    signOut: async () => {
      held.session = null
      return true
    },
    ...options,
  }
  return { config, held }
}

describe("siweConfig", () => {
  it.effect("signs in by the older interface, on its own view", () =>
    Effect.gen(function* () {
      const { config, held } = makeSiwe()
      const engine = yield* start({ siweConfig: config })
      yield* connect(engine)
      yield* reachState(engine, "Reviewing")
      expect(view(engine)).toBe("ConnectingSiwe")
      expect(held.asked).toMatchObject([
        { chainId: 1, version: "1", nonce: "n0nce1234", address: /^did:pkh:eip155:1:0x/ },
      ])
      yield* (yield* engine.siwx.actions).sign
      yield* reachState(engine, "SignedIn")
      yield* engine.networks.switchTo(optimism.caipNetworkId)
      yield* reachState(engine, "Reviewing")
    }),
  )

  it.effect("keeps the session on another network when signOutOnNetworkChange is false", () =>
    Effect.gen(function* () {
      const { config } = makeSiwe({ signOutOnNetworkChange: false })
      const engine = yield* start({ siweConfig: config })
      yield* signIn(engine)
      yield* engine.networks.switchTo(optimism.caipNetworkId)
      const state = yield* reach(
        engine.siwx.state,
        (one) => "account" in one && one.account.startsWith("eip155:10:") && one._tag !== "Checking",
      )
      expect(state._tag).toBe("SignedIn")
    }),
  )

  it.effect("asks again for another account, unless signOutOnAccountChange is false", () =>
    Effect.gen(function* () {
      const other = "eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8" as const
      for (const [signOutOnAccountChange, expected] of [
        [true, "Reviewing"],
        [false, "SignedIn"],
      ] as const) {
        const { config } = makeSiwe({ signOutOnAccountChange })
        const { connector, say } = scriptedWallet()
        const engine = yield* start({ siweConfig: config }, { connector })
        yield* signIn(engine)
        say({ _tag: "AccountsChanged", accounts: [other] })
        const state = yield* reach(
          engine.siwx.state,
          (one) => "account" in one && one.account === other && !/^(Checking|Preparing)$/.test(one._tag),
        )
        expect(state._tag).toBe(expected)
      }
    }),
  )

  it.effect("signs in and out when onSignIn and onSignOut throw, and reports what they throw", () =>
    Effect.gen(function* () {
      const reported = yield* collectUnhandled
      const thrown = new Error("the host's own mistake")
      const fail = () => {
        throw thrown
      }
      const { config, held } = makeSiwe({ onSignIn: fail, onSignOut: fail })
      const engine = yield* start({ siweConfig: config })
      const { signOut } = yield* signIn(engine)
      expect(held.session).not.toBe(null)
      yield* signOut
      expect(held.session).toBe(null)
      expect(now(engine.account.state)).toBe(null)
      yield* Effect.promise(() => new Promise(setImmediate))
      expect(new Set(reported)).toEqual(new Set([thrown]))
    }).pipe(Effect.scoped),
  )

  it.effect("reports a signature that verifyMessage refuses", () =>
    Effect.gen(function* () {
      const { config } = makeSiwe({ verifyMessage: async () => false })
      const engine = yield* start({ siweConfig: config })
      yield* connect(engine)
      yield* reachState(engine, "Reviewing")
      yield* (yield* engine.siwx.actions).sign
      const again = yield* reach(
        engine.siwx.state,
        (state) => state._tag === "Reviewing" && state.problem !== null,
      )
      expect(again).toMatchObject({ problem: { text: "Failed to verify message" } })
    }),
  )
})
