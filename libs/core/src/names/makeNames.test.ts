import { describe, expect, it } from "@effect/vitest"
import { frameId } from "@wmodal/chains/frame"
import { Feed, SubscriptionRef } from "@wmodal/protocol"
import { Deferred, Effect } from "effect"
import { TestClock } from "effect/testing"
import type { EngineEvent } from "../EngineEvent.ts"
import { presentFlow } from "../flows/presentFlow.ts"
import { formatFlowEnglish } from "../problems/FlowPresentation.ts"
import { collectUnhandled } from "../testing/collectUnhandled.ts"
import { type ApiAnswer, connectAccountWith, scriptedApi } from "../testing/connectAccountWith.ts"
import { reach } from "../testing/reach.ts"
import { failing, scriptedSession } from "../testing/scriptedWallet.ts"
import type { NameError } from "./Names.ts"

const self = "0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb"
const other = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8"
const [account] = scriptedSession.accounts
const suggestionsOf = (label: string) => `/v1/profile/suggestions/${label}`
const recordOf = (name: string) => `/v1/profile/account/${name}`
const registry = "/v1/profile/account"
const reverse = `/v1/profile/reverse/${self}`
const unregistered: ApiAnswer = () => Response.json([])
const owner =
  (address: string): ApiAnswer =>
  () =>
    Response.json({ addresses: { "60": { address } } })
const suggest =
  (...names: readonly string[]): ApiAnswer =>
  () =>
    Response.json({ suggestions: names.map((name) => ({ name, registered: false })) })

const actions = { address: (text: string) => (/^0x[0-9a-f]{40}$/.test(text) ? text : null) }

/** The names of an account of the embedded wallet, unless `answers` says otherwise. */
const setup = (
  replies: Readonly<Record<string, ApiAnswer>>,
  answers: Parameters<typeof connectAccountWith>[0]["answers"] = {},
) =>
  Effect.gen(function* () {
    const api = scriptedApi(replies)
    const sent: unknown[] = []
    const signed: string[] = []
    const deps = {
      fetch: {
        send: (request: Request) =>
          Effect.gen(function* () {
            if (request.method === "POST") sent.push(yield* Effect.promise(() => request.clone().json()))
            return yield* api.fetch.send(request)
          }),
      },
    }
    const { engine, flows, say } = yield* connectAccountWith({
      actions,
      answers: {
        id: frameId,
        type: "AUTH",
        signMessage: ({ message }) => {
          signed.push(message)
          return Effect.succeed("0x5161")
        },
        ...answers,
      },
      options: api.options,
      deps,
    })
    const names = yield* flows.names
    const events: EngineEvent[] = []
    yield* Effect.forkScoped(
      Feed.runForEach(engine.events, (event) => Effect.sync(() => events.push(event))),
      { startImmediately: true },
    )
    const told = () => events.filter(({ name }) => name.startsWith("REGISTER_NAME"))
    return { api, engine, flows, names, say, sent, signed, told }
  })

const titleOf = (error: NameError) => formatFlowEnglish(presentFlow(error).title)
const bodyOf = (error: NameError) => formatFlowEnglish(presentFlow(error).body)
const now = 1_800_000_000_000

describe("suggest", () => {
  it.effect("returns the registry's names of the zone, and drops all others", () =>
    Effect.gen(function* () {
      const { api, names } = yield* setup({
        [suggestionsOf("vera")]: suggest(
          "vera.reown.id",
          "vera1.reown.id",
          "vera.evil.id",
          "VERA.reown.id",
          "ve.reown.id",
        ),
      })
      const found = yield* names.suggest("Vera")
      expect(found.map(({ name }) => name)).toEqual(["vera.reown.id", "vera1.reown.id"])
      const [asked] = api.askedFor(suggestionsOf("vera"))
      expect(asked?.searchParams.get("zone")).toBe("reown.id")
    }),
  )

  it.effect("rejects short names and other characters without a request", () =>
    Effect.gen(function* () {
      const { api, names } = yield* setup({})
      for (const [text, reason] of [
        ["ver", "TooShort"],
        ["", "TooShort"],
        ["ve ra", "Malformed"],
        ["véra", "Malformed"],
        ["a".repeat(65), "Malformed"],
      ] as const)
        expect((yield* Effect.flip(names.suggest(text))).reason._tag).toBe(reason)
      expect(api.asked.filter(({ pathname }) => pathname.includes("suggestions"))).toEqual([])
    }),
  )

  it.effect("fails with its own title when the registry fails", () =>
    Effect.gen(function* () {
      const { names } = yield* setup({ [suggestionsOf("vera")]: () => new Response("", { status: 400 }) })
      const error = yield* Effect.flip(names.suggest("vera"))
      expect(titleOf(error)).toBe("Error fetching name suggestions")
    }),
  )
})

describe("type", () => {
  it.effect("fetches suggestions 300 ms after the last keystroke, once", () =>
    Effect.gen(function* () {
      const { api, names } = yield* setup({ [suggestionsOf("vera")]: suggest("vera.reown.id") })
      yield* names.type("vera-")
      yield* TestClock.adjust("299 millis")
      yield* names.type("vera")
      expect(SubscriptionRef.getUnsafe(names.state)).toMatchObject({ suggestions: { _tag: "Loading" } })
      yield* TestClock.adjust("299 millis")
      expect(api.asked.filter(({ pathname }) => pathname.includes("suggestions"))).toEqual([])
      yield* TestClock.adjust("1 millis")
      const shown = yield* reach(
        names.state,
        (state) => state._tag === "Editing" && state.suggestions._tag === "Loaded",
      )
      expect(shown).toMatchObject({ text: "vera", error: null })
      expect(api.asked.filter(({ pathname }) => pathname.includes("suggestions"))).toHaveLength(1)
    }),
  )

  it.effect("shows the broken rule at once, and none for an empty field", () =>
    Effect.gen(function* () {
      const { names } = yield* setup({})
      yield* names.type("ve")
      expect(SubscriptionRef.getUnsafe(names.state)).toMatchObject({
        error: { reason: { _tag: "TooShort" } },
      })
      yield* names.type("")
      expect(SubscriptionRef.getUnsafe(names.state)).toMatchObject({ error: null })
    }),
  )
})

describe("prepare", () => {
  it.effect("returns the name, the account and the message that is signed", () =>
    Effect.gen(function* () {
      const { names, signed } = yield* setup({ [recordOf("vera.reown.id")]: unregistered })
      yield* TestClock.setTime(now)
      expect(yield* names.prepare("Vera")).toMatchObject({
        account,
        address: self,
        name: "vera.reown.id",
        message: '{"name":"vera.reown.id","attributes":{},"timestamp":1800000000}',
        stops: [],
      })
      expect(signed).toEqual([])
    }),
  )

  it.effect("refuses a taken name, a wallet other than the embedded one, and an unserved network", () =>
    Effect.gen(function* () {
      const { engine, names } = yield* setup({ [recordOf("vera.reown.id")]: owner(other) })
      const taken = yield* Effect.flip(names.prepare("vera"))
      expect(taken.reason._tag).toBe("Taken")
      expect(titleOf(taken)).toBe("Error registering name vera.reown.id")
      const wallet = yield* setup({}, { id: "io.scripted" })
      const reason = (yield* Effect.flip(wallet.names.prepare("vera"))).reason._tag
      expect(reason).toBe("NoEmbeddedWallet")
      yield* engine.connection.disconnect()
      expect((yield* Effect.flip(names.prepare("vera"))).reason._tag).toBe("NoEmbeddedWallet")
    }),
  )
})

describe("register", () => {
  it.effect("signs a message of now, sends it once, records it and refreshes the profile", () =>
    Effect.gen(function* () {
      let registered = false
      const { engine, flows, names, sent, signed, told } = yield* setup({
        [recordOf("vera.reown.id")]: unregistered,
        [registry]: () => {
          registered = true
          return Response.json({})
        },
        [reverse]: () => Response.json(registered ? [{ name: "vera.reown.id", addresses: {} }] : []),
      })
      yield* TestClock.setTime(now)
      const review = yield* names.prepare("vera")
      yield* TestClock.adjust("1 minute")
      expect(yield* names.register(review)).toEqual({ name: "vera.reown.id" })
      const message = '{"name":"vera.reown.id","attributes":{},"timestamp":1800000060}'
      expect(signed).toEqual([message])
      expect(sent).toEqual([{ coin_type: 2147483649, address: self, message, signature: "0x5161" }])
      expect(told().map(({ name, properties }) => [name, properties])).toEqual([
        ["REGISTER_NAME_INITIATED", { isSmartAccount: false, ensName: "vera.reown.id" }],
        ["REGISTER_NAME_SUCCESS", { isSmartAccount: false, ensName: "vera.reown.id" }],
      ])
      const [entry] = SubscriptionRef.getUnsafe(flows.ledger.entries)
      expect(entry).toMatchObject({
        subject: { _tag: "NameClaim", name: "vera.reown.id" },
        state: { _tag: "Signed" },
      })
      yield* reach(engine.account.state, (state) => state?.profileName === "vera.reown.id")
      yield* reach(names.owned, (state) => state._tag === "Loaded" && state.names.length === 1)
    }),
  )

  it.effect("registers the signed name when the caller's listener throws", () =>
    Effect.gen(function* () {
      const reported = yield* collectUnhandled
      const { names, sent } = yield* setup({
        [recordOf("vera.reown.id")]: unregistered,
        [registry]: () => Response.json({}),
      })
      const thrown = new Error("the caller's own mistake")
      const review = yield* names.prepare("vera.reown.id")
      expect(yield* names.register(review, Effect.die(thrown))).toEqual({ name: "vera.reown.id" })
      expect(sent).toHaveLength(1)
      yield* Effect.promise(() => new Promise(setImmediate))
      expect(reported).toEqual([thrown])
    }).pipe(Effect.scoped),
  )

  it.effect("sends nothing when the wallet declines", () =>
    Effect.gen(function* () {
      const { names, sent, told } = yield* setup(
        { [recordOf("vera.reown.id")]: unregistered },
        { signMessage: () => failing({ _tag: "Declined" }) },
      )
      const error = yield* Effect.flip(names.register(yield* names.prepare("vera")))
      expect(error.reason).toMatchObject({ _tag: "Failed", problem: { reason: { _tag: "Declined" } } })
      expect(sent).toEqual([])
      expect(told().map(({ name }) => name)).toEqual(["REGISTER_NAME_INITIATED", "REGISTER_NAME_ERROR"])
    }),
  )

  it.effect("succeeds when the registry has the name despite a lost response", () =>
    Effect.gen(function* () {
      let posted = false
      const { names, sent } = yield* setup({
        [recordOf("vera.reown.id")]: (url) =>
          (posted ? owner(self.toUpperCase().replace("X", "x")) : unregistered)(url),
        [registry]: () => {
          posted = true
          return new Response("", { status: 502 })
        },
      })
      expect(yield* names.register(yield* names.prepare("vera"))).toEqual({ name: "vera.reown.id" })
      expect(sent).toHaveLength(1)
    }),
  )

  it.effect("names the owner's rule, the late approval, or the server's failure", () =>
    Effect.gen(function* () {
      let isTaken = false
      const { names } = yield* setup(
        {
          [recordOf("vera.reown.id")]: (url) => (isTaken ? owner(other) : unregistered)(url),
          [registry]: () => new Response("", { status: 400 }),
        },
        { signMessage: () => Effect.as(TestClock.adjust(delay), "0x51") },
      )
      let delay: "10 seconds" | "10001 millis" = "10 seconds"
      const fail = Effect.gen(function* () {
        isTaken = false
        return yield* Effect.flip(names.register(yield* names.prepare("vera")))
      })
      expect((yield* fail).reason).toMatchObject({ _tag: "Failed", problem: { reason: { status: 400 } } })
      delay = "10001 millis"
      expect((yield* fail).reason._tag).toBe("Expired")
      const review = yield* names.prepare("vera")
      isTaken = true
      expect((yield* Effect.flip(names.register(review))).reason._tag).toBe("Taken")
    }),
  )

  it.effect("says that smart accounts may not be supported when the signature is refused", () =>
    Effect.gen(function* () {
      const { names } = yield* setup({
        [recordOf("vera.reown.id")]: unregistered,
        [registry]: () => new Response("", { status: 401 }),
      })
      const error = yield* Effect.flip(names.register(yield* names.prepare("vera")))
      expect(formatFlowEnglish(presentFlow(error).body)).toContain("might not support smart accounts")
    }),
  )

  it.effect("refuses a review of another account", () =>
    Effect.gen(function* () {
      const { engine, names, signed } = yield* setup({ [recordOf("vera.reown.id")]: unregistered })
      const review = yield* names.prepare("vera")
      yield* engine.networks.switchTo("eip155:10")
      expect((yield* Effect.flip(names.register(review))).reason._tag).toBe("Changed")
      expect(signed).toEqual([])
    }),
  )
})

describe("state", () => {
  it.effect("goes from the form over the review and the wallet to the registered name", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const { names } = yield* setup(
        { [recordOf("vera.reown.id")]: unregistered, [registry]: () => Response.json({}) },
        { signMessage: () => Effect.as(Deferred.await(gate), "0x51") },
      )
      yield* names.type("vera")
      yield* names.review("vera.reown.id")
      expect(SubscriptionRef.getUnsafe(names.state)).toMatchObject({ _tag: "Reviewing", error: null })
      yield* names.confirm
      expect(SubscriptionRef.getUnsafe(names.state)._tag).toBe("Asking")
      yield* TestClock.adjust("1 minute")
      yield* reach(names.state, (state) => state._tag === "Asking" && state.slow)
      yield* Deferred.succeed(gate, undefined)
      const done = yield* reach(names.state, (state) => state._tag === "Registered")
      expect(done).toMatchObject({ name: "vera.reown.id" })
      yield* names.reset
      expect(SubscriptionRef.getUnsafe(names.state)).toMatchObject({ _tag: "Editing", text: "" })
    }),
  )

  it.effect("ignores a signature that arrives after the user went back", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const { names, sent } = yield* setup(
        { [recordOf("vera.reown.id")]: unregistered },
        { signMessage: () => Effect.as(Deferred.await(gate), "0x51") },
      )
      yield* names.review("vera")
      yield* names.confirm
      yield* names.back
      expect(SubscriptionRef.getUnsafe(names.state)._tag).toBe("Reviewing")
      yield* Deferred.succeed(gate, undefined)
      yield* TestClock.adjust("1 second")
      expect(sent).toEqual([])
      yield* names.back
      expect(SubscriptionRef.getUnsafe(names.state)).toMatchObject({ _tag: "Editing", text: "vera" })
    }),
  )

  it.effect("stays with the form when another name is typed while the first is looked up", () =>
    Effect.gen(function* () {
      const meanwhile = { type: () => {} }
      const { names } = yield* setup({
        [recordOf("vera.reown.id")]: (url) => {
          meanwhile.type()
          return unregistered(url)
        },
      })
      yield* names.type("vera")
      meanwhile.type = () => Effect.runSync(names.type("nova"))
      yield* names.review("vera.reown.id")
      expect(SubscriptionRef.getUnsafe(names.state)).toMatchObject({
        _tag: "Editing",
        text: "nova",
        error: null,
      })
    }),
  )

  it.effect("keeps what was typed when the first name turns out to be registered", () =>
    Effect.gen(function* () {
      const meanwhile = { type: () => {} }
      const { names } = yield* setup({
        [recordOf("vera.reown.id")]: (url) => {
          meanwhile.type()
          return owner(other)(url)
        },
      })
      yield* names.type("vera")
      meanwhile.type = () => Effect.runSync(names.type("nova"))
      yield* names.review("vera.reown.id")
      expect(SubscriptionRef.getUnsafe(names.state)).toMatchObject({ text: "nova", error: null })
    }),
  )

  it.effect.each(["AccountsChanged", "NetworkChanged", "Disconnected"] as const)(
    "starts over when the wallet reports %s during the request, and registers nothing after it",
    (event) =>
      Effect.gen(function* () {
        const gate = yield* Deferred.make<void>()
        const { names, say, sent } = yield* setup(
          { [recordOf("vera.reown.id")]: unregistered, [registry]: () => Response.json({}) },
          { signMessage: () => Effect.as(Deferred.await(gate), "0x51") },
        )
        yield* names.review("vera.reown.id")
        yield* names.confirm
        yield* TestClock.adjust("1 second")
        expect(SubscriptionRef.getUnsafe(names.state)._tag).toBe("Asking")
        say(
          event === "AccountsChanged"
            ? { _tag: event, accounts: [`eip155:1:${other}`] }
            : event === "NetworkChanged"
              ? { _tag: event, network: "eip155:10" }
              : { _tag: event },
        )
        yield* reach(names.state, (state) => state._tag === "Editing" && state.text === "")
        yield* Deferred.succeed(gate, undefined)
        yield* TestClock.adjust("1 second")
        expect(sent).toEqual([])
        expect(SubscriptionRef.getUnsafe(names.state)).toMatchObject({ _tag: "Editing", text: "" })
      }),
  )

  it.effect("stays with the request while the modal is closed and opened again", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const { engine, names, sent } = yield* setup(
        { [recordOf("vera.reown.id")]: unregistered, [registry]: () => Response.json({}) },
        { signMessage: () => Effect.as(Deferred.await(gate), "0x51") },
      )
      yield* engine.router.open({ _tag: "RegisterAccountName" })
      yield* names.review("vera.reown.id")
      yield* names.confirm
      yield* engine.router.close
      yield* engine.router.open({ _tag: "RegisterAccountName" })
      expect(SubscriptionRef.getUnsafe(names.state)._tag).toBe("Asking")
      yield* Deferred.succeed(gate, undefined)
      yield* reach(names.state, ({ _tag }) => _tag === "Registered")
      expect(sent).toHaveLength(1)
    }),
  )

  it.effect("starts over when the account changes", () =>
    Effect.gen(function* () {
      const { engine, names } = yield* setup({ [recordOf("vera.reown.id")]: unregistered })
      yield* names.review("vera")
      yield* engine.networks.switchTo("eip155:10")
      yield* reach(names.state, (state) => state._tag === "Editing" && state.text === "")
    }),
  )
})

describe("lookUp", () => {
  it.effect("returns the address of a name, and the names of an address", () =>
    Effect.gen(function* () {
      const { names } = yield* setup({
        [recordOf("vera.wmodal.id")]: owner(other),
        [`/v1/profile/reverse/${other}`]: () => Response.json([{ name: "vera.wmodal.id", addresses: {} }]),
      })
      expect(yield* names.lookUp("Vera.wmodal.id")).toEqual({
        _tag: "Name",
        name: "vera.wmodal.id",
        address: other,
      })
      expect(yield* names.lookUp("free.wmodal.id")).toMatchObject({ address: null })
      expect(yield* names.lookUp(other)).toEqual({
        _tag: "Address",
        address: other,
        names: ["vera.wmodal.id"],
      })
      const partial = yield* Effect.flip(names.lookUp("vera"))
      expect(partial.reason._tag).toBe("Malformed")
      expect(bodyOf(partial)).toBe(
        "Enter a whole name, such as vera.reown.id, or an address of this network.",
      )
    }),
  )

  it.effect("fails with the server's error when the served networks cannot be read", () =>
    Effect.gen(function* () {
      const { names } = yield* setup({ "/v1/supported-chains": () => new Response("", { status: 401 }) })
      const error = yield* Effect.flip(names.lookUp("vera.wmodal.id"))
      expect(error.reason).toMatchObject({ _tag: "Failed", problem: { _tag: "ApiError" } })
      expect(presentFlow(error).code).toBe("apiFailed")
    }),
  )

  it.effect("fails with the text for the kind of the request", () =>
    Effect.gen(function* () {
      const { names } = yield* setup({
        [recordOf("vera.wmodal.id")]: () => new Response("", { status: 401 }),
        [`/v1/profile/reverse/${other}`]: () => new Response("", { status: 401 }),
      })
      expect(titleOf(yield* Effect.flip(names.lookUp("vera.wmodal.id")))).toBe("Error resolving name")
      expect(titleOf(yield* Effect.flip(names.lookUp(other)))).toBe("Error fetching names for address")
    }),
  )
})
