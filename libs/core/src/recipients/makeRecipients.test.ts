import { describe, expect, it } from "@effect/vitest"
import { RpcError } from "@wmodal/protocol"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { type ApiAnswer, connectAccountWith, scriptedApi } from "../testing/connectAccountWith.ts"
import { reach } from "../testing/reach.ts"

const self = "0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb"
const friend = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8"
const poison = `0x7099${"1".repeat(32)}79c8`
const history = `/v1/account/${self}/history`

const nameAt = (name: string) => `/v1/profile/account/${name}`
const record = (addresses: Readonly<Record<string, string>>) => () =>
  Response.json({
    name: "alice.eth",
    addresses: Object.fromEntries(Object.entries(addresses).map(([type, address]) => [type, { address }])),
  })
const sent = (to: string, change: object = {}) => ({
  id: to,
  metadata: {
    operationType: "send",
    hash: "0x01",
    minedAt: "2026-01-01T00:00:00.000Z",
    sentFrom: self,
    sentTo: to,
    status: "confirmed",
    chain: "eip155:1",
    ...change,
  },
  transfers: [{ direction: "out", quantity: { numeric: "1" }, value: 3 }],
})
/** Lower case is a valid checksum here, and upper case an invalid one. */
const actions = {
  address: (text: string) => (/^0x[0-9a-f]{40}$/.test(text) ? text : null),
}

const makeTestRecipients = (answers: Readonly<Record<string, ApiAnswer>>, options: object = {}) =>
  Effect.gen(function* () {
    const api = scriptedApi(answers)
    const account = yield* connectAccountWith({
      actions,
      options: { ...api.options, ...options },
      deps: api,
    })
    return { ...account, api, recipients: account.flows.recipients }
  })

describe("resolve", () => {
  it.effect("returns an address, and distinguishes a checksum error from other text", () =>
    Effect.gen(function* () {
      const { recipients } = yield* makeTestRecipients({})
      expect(yield* recipients.resolve(` ${friend} `)).toEqual({ address: friend, name: null, image: null })
      const wrong = yield* Effect.flip(recipients.resolve(`0x${friend.slice(2).toUpperCase()}`))
      expect(wrong).toMatchObject({ _tag: "RecipientError", reason: { _tag: "WrongChecksum" } })
      expect(yield* Effect.flip(recipients.resolve("alice"))).toMatchObject({
        text: "alice",
        reason: { _tag: "NotAnAddress" },
      })
    }),
  )

  it.effect("returns the payment link that names an address or a name", () =>
    Effect.gen(function* () {
      const { recipients } = yield* makeTestRecipients({
        [nameAt("alice.eth")]: record({ "60": friend }),
      })
      const link = { namespace: "eip155", network: null, token: null, references: [], unused: [] }
      const amount = { _tag: "Units", units: 5n }
      expect(yield* recipients.resolve(` ethereum:${friend}?value=5`)).toEqual({
        address: friend,
        name: null,
        image: null,
        link: { ...link, recipient: friend, amount },
      })
      expect(yield* recipients.resolve("ethereum:pay-alice.eth?value=5")).toMatchObject({
        address: friend,
        name: "alice.eth",
        link: { ...link, recipient: "alice.eth", amount },
      })
      expect(yield* Effect.flip(recipients.resolve(`ethereum:${friend}@137?value=5`))).toMatchObject({
        reason: { _tag: "OtherChain", isLink: true },
      })
    }),
  )

  it.effect("returns a name's address for exactly this network, else the one for every EVM network", () =>
    Effect.gen(function* () {
      const { recipients, engine } = yield* makeTestRecipients({
        [nameAt("alice.eth")]: record({ "2147483658": poison, "60": friend }),
        [nameAt("bob.eth")]: record({ "0": "bc1q", "2147483648": friend }),
        [nameAt("carol.eth")]: record({ "60": friend, "2147483691": friend }),
      })
      expect(yield* recipients.resolve("Alice.eth")).toEqual({
        address: friend,
        name: "alice.eth",
        image: null,
      })
      expect(yield* recipients.resolve("bob.eth")).toMatchObject({ address: friend })
      yield* engine.networks.switchTo("eip155:10")
      expect(yield* recipients.resolve("alice.eth")).toMatchObject({ address: poison })
      expect(yield* recipients.resolve("bob.eth")).toMatchObject({ address: friend })
      expect(yield* Effect.flip(recipients.resolve("carol.eth"))).toMatchObject({
        reason: { _tag: "UnknownName" },
      })
    }),
  )

  it.effect.each([`0x${"0".repeat(40)}`, "0x", ""])(
    "finds no address in the record %j of a resolver: MetaMask/metamask-extension#1427, MyEtherWallet/etherwallet#1195",
    (unset) =>
      Effect.gen(function* () {
        const { recipients } = yield* makeTestRecipients({
          [nameAt("mewtopia.eth")]: record({ "60": unset }),
          [nameAt("alice.eth")]: record({ "60": unset, "2147483648": friend }),
        })
        expect(yield* Effect.flip(recipients.resolve("mewtopia.eth"))).toMatchObject({
          reason: { _tag: "UnknownName" },
        })
        expect(yield* recipients.resolve("alice.eth")).toMatchObject({ address: friend })
      }),
  )

  it.effect("looks no name up that imitates another or an address", () =>
    Effect.gen(function* () {
      const { recipients } = yield* makeTestRecipients({})
      for (const name of ["\u0440\u0430\u0443.eth", `${poison}.eth`])
        expect(yield* Effect.flip(recipients.resolve(name))).toMatchObject({
          text: name,
          reason: { _tag: "NotAnAddress" },
        })
    }),
  )

  it.effect("resolves and shows a name with joined emoji exactly, typed or of an address", () =>
    Effect.gen(function* () {
      const name = "\u{1F468}\u200D\u{1F3A4}.eth"
      const { recipients } = yield* makeTestRecipients({
        [`/v1/identity/${friend}`]: () => Response.json({ name, avatar: null }),
        [nameAt(encodeURIComponent(name))]: record({ "60": friend }),
        [nameAt(encodeURIComponent("\u{1F468}\u{1F3A4}.eth"))]: record({ "60": poison }),
      })
      const shown = { address: friend, name, image: null }
      expect(yield* recipients.resolve(name)).toEqual(shown)
      expect(yield* recipients.resolve(friend)).toEqual(shown)
    }),
  )

  it.effect("distinguishes an unregistered name from a failed lookup, and from a network without names", () =>
    Effect.gen(function* () {
      const { recipients } = yield* makeTestRecipients({
        [nameAt("nobody.eth")]: () => Response.json([]),
        [nameAt("gone.eth")]: () => new Response("", { status: 404 }),
        [nameAt("broken.eth")]: () => new Response("", { status: 401 }),
        [nameAt("elsewhere.eth")]: record({ "0": "bc1q" }),
      })
      const reasonOf = (name: string) =>
        Effect.map(Effect.flip(recipients.resolve(name)), ({ reason, text }) => [text, reason._tag])
      expect(yield* reasonOf("nobody.eth")).toEqual(["nobody.eth", "UnknownName"])
      expect(yield* reasonOf("gone.eth")).toEqual(["gone.eth", "UnknownName"])
      expect(yield* reasonOf("elsewhere.eth")).toEqual(["elsewhere.eth", "UnknownName"])
      expect(yield* reasonOf("broken.eth")).toEqual(["broken.eth", "NameNotRead"])
      const without = yield* makeTestRecipients({}, { endpoints: {} })
      expect(yield* Effect.flip(without.recipients.resolve("alice.eth"))).toMatchObject({
        reason: { _tag: "NamesUnsupported" },
      })
      const unserved = yield* makeTestRecipients({
        "/v1/supported-chains": () => Response.json({ http: ["eip155:10"], ws: [] }),
      })
      expect(yield* Effect.flip(unserved.recipients.resolve("alice.eth"))).toMatchObject({
        reason: { _tag: "NamesUnsupported" },
      })
      const refused = yield* makeTestRecipients({
        "/v1/supported-chains": () => new Response("", { status: 403 }),
      })
      expect(yield* Effect.flip(refused.recipients.resolve("alice.eth"))).toMatchObject({
        reason: { _tag: "NameNotRead" },
      })
    }),
  )

  it.effect("returns the name of an address only if it resolves back to the address", () =>
    Effect.gen(function* () {
      const named = (back: string) =>
        makeTestRecipients({
          [`/v1/identity/${friend}`]: () =>
            Response.json({ name: "alice.eth", avatar: "https://images.example/1" }),
          [nameAt("alice.eth")]: record({ "60": back }),
        })
      const right = yield* named(friend)
      expect(yield* right.recipients.resolve(friend)).toEqual({
        address: friend,
        name: "alice.eth",
        image: "https://images.example/1",
      })
      const wrong = yield* named(poison)
      expect(yield* wrong.recipients.resolve(friend)).toEqual({ address: friend, name: null, image: null })
    }),
  )
})

describe("known recipients", () => {
  it.effect("finds recipients over several pages without repeated requests", () =>
    Effect.gen(function* () {
      const { recipients, api } = yield* makeTestRecipients({
        [history]: (url) =>
          Response.json(
            url.searchParams.get("cursor") === "2"
              ? { data: [sent(friend)], next: "2" }
              : { data: [], next: "2" },
          ),
      })
      expect(yield* recipients.stops(friend, null, null)).toEqual([])
      expect(yield* recipients.stops(poison, null, null)).toEqual([
        { _tag: "LookAlike", address: poison, known: friend },
        { _tag: "FirstTime", address: poison },
      ])
      expect(yield* recipients.suggestions).toEqual([{ address: friend, name: null, image: null }])
      expect(api.askedFor(history).map((url) => url.searchParams.get("cursor"))).toEqual([null, "2"])
    }),
  )

  it.effect("returns recipients in checksummed notation, regardless of the history's notation", () =>
    Effect.gen(function* () {
      const api = scriptedApi({ [history]: () => Response.json({ data: [sent(friend)] }) })
      const { flows } = yield* connectAccountWith({
        actions: { address: (text) => text.toUpperCase() },
        options: api.options,
        deps: api,
      })
      expect((yield* flows.recipients.stops(poison, null, null))[0]).toEqual({
        _tag: "LookAlike",
        address: poison,
        known: friend.toUpperCase(),
      })
    }),
  )

  it.effect("searches at most five pages", () =>
    Effect.gen(function* () {
      let page = 0
      const { recipients, api } = yield* makeTestRecipients({
        [history]: () => Response.json({ data: [sent(friend)], next: `${++page}` }),
      })
      yield* recipients.stops(poison, null, null)
      expect(api.askedFor(history)).toHaveLength(5)
    }),
  )

  it.effect("returns a warning for a token contract when a token is sent, even if known", () =>
    Effect.gen(function* () {
      const api = scriptedApi({ [history]: () => Response.json({ data: [sent(friend)] }) })
      const { flows } = yield* connectAccountWith({
        actions: {
          ...actions,
          token: ({ token }) =>
            token === poison
              ? Effect.fail(
                  new RpcError({ method: "eth_call", host: "h", reason: { _tag: "BudgetExhausted" } }),
                )
              : Effect.succeed(token === friend ? { name: "Dai", symbol: "DAI", decimals: 18 } : null),
        },
        options: api.options,
        deps: api,
      })
      const { stops } = flows.recipients
      const coin = `0x${"c".repeat(40)}`
      expect(yield* stops(friend, coin, null)).toEqual([{ _tag: "Burns", address: friend }])
      // It may accept the native currency.
      expect(yield* stops(friend, null, null)).toEqual([])
      const stranger = `0x${"5".repeat(40)}`
      expect((yield* stops(stranger, coin, null)).map(({ _tag }) => _tag)).toEqual(["FirstTime"])
      expect((yield* stops(poison, coin, null)).map(({ _tag }) => _tag)).toEqual(["LookAlike", "FirstTime"])
    }),
  )

  it.effect("returns no suggestions and FirstTime when history requests fail", () =>
    Effect.gen(function* () {
      const { recipients } = yield* makeTestRecipients({ [history]: () => new Response("", { status: 401 }) })
      expect(yield* recipients.stops(friend, null, null)).toEqual([{ _tag: "FirstTime", address: friend }])
      expect(yield* recipients.suggestions).toEqual([])
    }),
  )

  it.effect("returns only the recipients found before the history times out", () =>
    Effect.gen(function* () {
      const waiting = yield* Deferred.make<void>()
      const api = scriptedApi({ [history]: () => Response.json({ data: [sent(friend)], next: "a" }) })
      const { flows } = yield* connectAccountWith({
        actions,
        options: api.options,
        deps: {
          fetch: {
            send: (request) =>
              request.url.includes("cursor=a")
                ? Effect.andThen(Deferred.succeed(waiting, undefined), Effect.never)
                : api.fetch.send(request),
          },
        },
      })
      const asked = yield* Effect.forkChild(flows.recipients.stops(poison, null, null), {
        startImmediately: true,
      })
      yield* Deferred.await(waiting)
      yield* TestClock.adjust("5 seconds")
      expect((yield* Fiber.join(asked)).map(({ _tag }) => _tag)).toEqual(["LookAlike", "FirstTime"])
    }),
  )

  it.effect("suggests the latest recipients first, then the account's own others", () =>
    Effect.gen(function* () {
      const { recipients, say, engine } = yield* makeTestRecipients({
        [history]: () =>
          Response.json({
            data: [
              sent(friend),
              sent(poison, { minedAt: "2026-02-01T00:00:00.000Z" }),
              sent("0xno address"),
              sent(friend),
            ],
          }),
      })
      const own = `0x${"2".repeat(40)}`
      say({ _tag: "AccountsChanged", accounts: [`eip155:1:${self}`, `eip155:1:${own}`] })
      yield* reach(engine.connection.state, ({ eip155 }) =>
        eip155?._tag === "Connected" ? eip155.accounts.length === 2 : false,
      )
      const suggested = yield* recipients.suggestions
      expect(suggested.map(({ address }) => address)).toEqual([poison, friend, own])
    }),
  )
})
