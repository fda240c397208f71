import { describe, expect, it } from "@effect/vitest"
import type { ChainSession, Connector, StoredSession, TokenDescription } from "@wmodal/chains"
import { SubscriptionRef } from "@wmodal/protocol"
import { Deferred, Effect } from "effect"
import { TestClock } from "effect/testing"
import { presentFlow } from "../flows/presentFlow.ts"
import { formatFlowEnglish } from "../problems/FlowPresentation.ts"
import { collectUnhandled } from "../testing/collectUnhandled.ts"
import { type ApiAnswer, connectAccountWith, scriptedApi } from "../testing/connectAccountWith.ts"
import { reach } from "../testing/reach.ts"
import { approvingCalls, failing, scriptedSession } from "../testing/scriptedWallet.ts"
import { scriptedContracts } from "../testing/swapFixture.ts"
import type { SessionError } from "./Sessions.ts"

const self = "0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb"
const [account] = scriptedSession.accounts
const listPath = `/v1/sessions/${encodeURIComponent(account)}`
const revokePath = `/v1/sessions/${self}/revoke`
const now = 1_800_000_000_000

const listed = (pci: string, over: object = {}) => ({
  project: { id: "p", name: `App ${pci}\u202e`, url: "https://app.example/path" },
  pci,
  expiry: now / 1000 + 100,
  createdAt: now / 1000 - 100,
  permissions: [{ type: "native-token-transfer", data: { allowance: "0x64" } }],
  policies: [],
  context: `context ${pci}`,
  ...over,
})
const reply =
  (...pcis: readonly object[]): ApiAnswer =>
  () =>
    Response.json({ pcis })

const chainSession = (over: Partial<ChainSession> = {}): ChainSession => ({
  key: null,
  expiry: now / 1000 + 100,
  status: "active",
  allowances: [{ _tag: "Spend", token: null, limit: 100n, left: 40n }],
  ...over,
})

/** The sessions of a connected account. `chain` is what its contract says of each context. */
const setup = ({
  replies = { [listPath]: reply(listed("one")) },
  chain = () => chainSession(),
  revokeSession,
  token = { name: "", symbol: "USDC", decimals: 6 },
}: {
  readonly token?: TokenDescription | null
  readonly replies?: Readonly<Record<string, ApiAnswer>>
  readonly chain?: (session: StoredSession) => ChainSession
  readonly revokeSession?: NonNullable<typeof approvingCalls.revokeSession>
}) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(now)
    const api = scriptedApi({ [revokePath]: () => new Response(""), ...replies })
    const asked: unknown[] = []
    const approve: NonNullable<typeof approvingCalls.revokeSession> = (request) => {
      asked.push(request)
      return revokeSession?.(request) ?? Effect.succeed("0x5161")
    }
    const answers: Partial<Connector> = {
      calls: Effect.succeed({ ...approvingCalls, revokeSession: approve }),
    }
    const contracts = {
      ...scriptedContracts,
      fetchSession: ({ session }: { readonly session: StoredSession }) => Effect.sync(() => chain(session)),
    }
    const { engine, flows, say } = yield* connectAccountWith({
      actions: { contracts, token: () => Effect.succeed(token) },
      answers,
      options: api.options,
      deps: { fetch: api.fetch },
    })
    const sessions = yield* flows.sessions
    return { api, asked, engine, flows, say, sessions }
  })

it.effect("says that the decimals of a token are not known when it does not describe itself", () =>
  Effect.gen(function* () {
    const { sessions } = yield* setup({
      token: null,
      replies: { [listPath]: reply(listed("one")) },
      chain: () => chainSession({ allowances: [{ _tag: "Spend", token: self, limit: 5n, left: null }] }),
    })
    expect(yield* sessions.list).toMatchObject([
      { allowances: [{ symbol: self, decimals: null, limit: 5n }] },
    ])
  }),
)

const titleOf = (error: SessionError) => formatFlowEnglish(presentFlow(error).title)

describe("list", () => {
  it.effect("returns each session as its contract has it, sanitized, those that can spend first", () =>
    Effect.gen(function* () {
      const { sessions } = yield* setup({
        replies: {
          [listPath]: reply(
            listed("old", { createdAt: 1 }),
            listed("over"),
            listed("one", { expiry: 4_102_444_800 }),
          ),
        },
        chain: ({ context }) =>
          chainSession({
            status: context === "context over" ? "ended" : "active",
            allowances: [{ _tag: "Spend", token: self, limit: null, left: 5n }],
          }),
      })
      expect(yield* sessions.list).toMatchObject([
        {
          id: "one",
          app: "App one",
          host: "app.example",
          status: "active",
          createdAt: now - 100_000,
          expiresAt: now + 100_000,
          isOnChain: true,
          allowances: [{ symbol: "USDC", decimals: 6, limit: null, left: 5n }],
        },
        { id: "old", status: "active" },
        { id: "over", status: "ended" },
      ])
    }),
  )

  it.effect(
    "takes the service's word where the contract says nothing, and ends a session at its expiry",
    () =>
      Effect.gen(function* () {
        const unknown = chainSession({ status: "unknown" })
        const { sessions } = yield* setup({
          replies: { [listPath]: reply(listed("gone", { revokedAt: 5 }), listed("one")) },
          chain: () => unknown,
        })
        const statuses = Effect.map(sessions.list, (list) => list.map(({ id, status }) => [id, status]))
        expect(yield* statuses).toEqual([
          ["one", "active"],
          ["gone", "ended"],
        ])
        yield* TestClock.adjust("99999 millis")
        expect(yield* statuses).toContainEqual(["one", "active"])
        yield* TestClock.adjust("1 millis")
        expect(yield* statuses).toContainEqual(["one", "expired"])
      }),
  )

  it.effect("survives times and names that are none", () =>
    Effect.gen(function* () {
      const odd = listed("one", { createdAt: -1e300, project: { id: "p", name: "", url: "javascript:1" } })
      const { sessions } = yield* setup({
        replies: { [listPath]: reply(odd) },
        chain: () => chainSession({ expiry: 1e300 }),
      })
      expect(yield* sessions.list).toMatchObject([
        { createdAt: 0, expiresAt: 0, status: "expired", app: "", host: null },
      ])
    }),
  )

  it.effect("shows no part of a host that is too long to be shown whole", () =>
    Effect.gen(function* () {
      const url = `https://app.example.${"a".repeat(60)}.${"b".repeat(60)}.evil.example/`
      const long = listed("one", { project: { id: "p", name: "App", url } })
      const { sessions } = yield* setup({ replies: { [listPath]: reply(long) } })
      expect(yield* sessions.list).toMatchObject([{ app: "App", host: null }])
    }),
  )

  it.effect("fails with its own title when the server fails, and on a network without sessions", () =>
    Effect.gen(function* () {
      const { engine, sessions } = yield* setup({
        replies: { [listPath]: () => new Response("", { status: 400 }) },
      })
      const error = yield* Effect.flip(sessions.list)
      expect(titleOf(error)).toBe("Could not load permissions")
      yield* engine.connection.disconnect()
      expect((yield* Effect.flip(sessions.list)).reason._tag).toBe("Unsupported")
    }),
  )
})

describe("revoke", () => {
  it.effect("asks the wallet with the session's terms, tells the service once, and records it", () =>
    Effect.gen(function* () {
      let status: ChainSession["status"] = "active"
      const { api, asked, flows, sessions } = yield* setup({
        chain: () => chainSession({ status }),
        revokeSession: () => Effect.sync(() => ((status = "ended"), "0x5161")),
      })
      yield* sessions.revoke(yield* sessions.prepare("one"))
      const { context, expiry, permissions } = listed("one")
      expect(asked).toEqual([{ account, id: "one", session: { context, expiry, permissions } }])
      expect(api.askedFor(revokePath)).toHaveLength(1)
      const [entry] = SubscriptionRef.getUnsafe(flows.ledger.entries)
      expect(entry).toMatchObject({
        subject: { _tag: "SessionRevocation", app: "App one" },
        state: { _tag: "Signed" },
      })
    }),
  )

  it.effect("tells the service of an approved request when the caller's listener throws", () =>
    Effect.gen(function* () {
      const reported = yield* collectUnhandled
      let status: ChainSession["status"] = "active"
      const { api, sessions } = yield* setup({
        chain: () => chainSession({ status }),
        revokeSession: () => Effect.sync(() => ((status = "ended"), "0x5161")),
      })
      const thrown = new Error("the caller's own mistake")
      yield* sessions.revoke(yield* sessions.prepare("one"), Effect.die(thrown))
      expect(api.askedFor(revokePath)).toHaveLength(1)
      yield* Effect.promise(() => new Promise(setImmediate))
      expect(reported).toEqual([thrown])
    }).pipe(Effect.scoped),
  )

  it.effect("succeeds when the contract has ended it, although the service fails", () =>
    Effect.gen(function* () {
      let status: ChainSession["status"] = "active"
      const { sessions } = yield* setup({
        replies: { [listPath]: reply(listed("one")), [revokePath]: () => new Response("", { status: 500 }) },
        chain: () => chainSession({ status }),
        revokeSession: () => Effect.sync(() => ((status = "ended"), "0x5161")),
      })
      yield* sessions.revoke(yield* sessions.prepare("one"))
    }),
  )

  it.effect("fails when the contract still accepts the session, whatever wallet and service say", () =>
    Effect.gen(function* () {
      const { sessions } = yield* setup({})
      const error = yield* Effect.flip(sessions.revoke(yield* sessions.prepare("one")))
      expect(error.reason._tag).toBe("StillActive")
      expect(titleOf(error)).toBe("Permission not revoked")
    }),
  )

  it.effect("fails when only the service knows the session, and refuses", () =>
    Effect.gen(function* () {
      const { sessions } = yield* setup({
        replies: { [listPath]: reply(listed("one")), [revokePath]: () => new Response("", { status: 401 }) },
        chain: () => chainSession({ status: "unknown" }),
      })
      const error = yield* Effect.flip(sessions.revoke(yield* sessions.prepare("one")))
      expect(error.reason).toMatchObject({ _tag: "Failed", problem: { reason: { status: 401 } } })
    }),
  )

  it.effect("tells the service nothing when the wallet declines", () =>
    Effect.gen(function* () {
      const { api, sessions } = yield* setup({ revokeSession: () => failing({ _tag: "Declined" }) })
      const error = yield* Effect.flip(sessions.revoke(yield* sessions.prepare("one")))
      expect(error.reason).toMatchObject({ _tag: "Failed", problem: { reason: { _tag: "Declined" } } })
      expect(api.askedFor(revokePath)).toEqual([])
    }),
  )

  it.effect("prepares nothing for an unknown session, one that is over, or another account", () =>
    Effect.gen(function* () {
      const { asked, engine, sessions } = yield* setup({
        replies: { [listPath]: reply(listed("one"), listed("over")) },
        chain: ({ context }) => chainSession({ status: context === "context over" ? "ended" : "active" }),
      })
      expect((yield* Effect.flip(sessions.prepare("none"))).reason._tag).toBe("NotFound")
      expect((yield* Effect.flip(sessions.prepare("over"))).reason._tag).toBe("Over")
      const review = yield* sessions.prepare("one")
      yield* engine.networks.switchTo("eip155:10")
      expect((yield* Effect.flip(sessions.revoke(review))).reason._tag).toBe("Changed")
      expect(asked).toEqual([])
    }),
  )
})

describe("end", () => {
  it.effect("goes from the list over the wallet back to the list, which is read again", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      let status: ChainSession["status"] = "active"
      const { engine, sessions } = yield* setup({
        chain: () => chainSession({ status }),
        revokeSession: () => Effect.as(Deferred.await(gate), "0x5161"),
      })
      yield* engine.router.open({ _tag: "SmartSessionList" })
      yield* reach(sessions.state, ({ _tag }) => _tag === "Loaded")
      yield* engine.router.push({ _tag: "SmartSession", id: "one" })
      yield* sessions.end("one")
      expect(SubscriptionRef.getUnsafe(sessions.revocation)).toMatchObject({ _tag: "Asking", slow: false })
      yield* TestClock.adjust("1 minute")
      yield* reach(sessions.revocation, (state) => state._tag === "Asking" && state.slow)
      status = "ended"
      yield* Deferred.succeed(gate, undefined)
      yield* reach(engine.router.state, ({ history }) => history.at(-1)?._tag === "SmartSessionList")
      yield* reach(
        sessions.state,
        (state) => state._tag === "Loaded" && state.sessions[0]?.status === "ended",
      )
      expect(SubscriptionRef.getUnsafe(sessions.revocation)).toEqual({ _tag: "Idle", error: null })
    }),
  )

  it.effect("shows why it did not end, until another session is opened", () =>
    Effect.gen(function* () {
      const { engine, sessions } = yield* setup({ revokeSession: () => failing({ _tag: "Declined" }) })
      yield* engine.router.open({ _tag: "SmartSessionList" })
      yield* reach(sessions.state, ({ _tag }) => _tag === "Loaded")
      yield* engine.router.push({ _tag: "SmartSession", id: "one" })
      yield* sessions.end("one")
      yield* reach(sessions.revocation, (state) => state._tag === "Idle" && state.error !== null)
      yield* engine.router.goBack
      yield* reach(sessions.revocation, (state) => state._tag === "Idle" && state.error === null)
    }),
  )

  it.effect.each(["AccountsChanged", "NetworkChanged", "Disconnected"] as const)(
    "stops waiting when the wallet reports %s during the request, and tells the service nothing after it",
    (event) =>
      Effect.gen(function* () {
        const gate = yield* Deferred.make<void>()
        const { api, say, sessions } = yield* setup({
          revokeSession: () => Effect.as(Deferred.await(gate), "0x5161"),
        })
        yield* sessions.load
        yield* reach(sessions.state, ({ _tag }) => _tag === "Loaded")
        yield* sessions.end("one")
        yield* reach(sessions.revocation, ({ _tag }) => _tag === "Asking")
        say(
          event === "AccountsChanged"
            ? { _tag: event, accounts: ["eip155:1:0x00000000000000000000000000000000000000b2"] }
            : event === "NetworkChanged"
              ? { _tag: event, network: "eip155:10" }
              : { _tag: event },
        )
        yield* reach(sessions.revocation, ({ _tag }) => _tag === "Idle")
        yield* Deferred.succeed(gate, undefined)
        yield* TestClock.adjust("1 second")
        expect(api.askedFor(revokePath)).toEqual([])
        expect(SubscriptionRef.getUnsafe(sessions.revocation)).toEqual({ _tag: "Idle", error: null })
      }),
  )

  it.effect("stops waiting when the user goes back", () =>
    Effect.gen(function* () {
      const { sessions } = yield* setup({ revokeSession: () => Effect.never })
      yield* sessions.load
      yield* reach(sessions.state, ({ _tag }) => _tag === "Loaded")
      yield* sessions.end("one")
      yield* sessions.back
      expect(SubscriptionRef.getUnsafe(sessions.revocation)).toEqual({ _tag: "Idle", error: null })
    }),
  )
})
