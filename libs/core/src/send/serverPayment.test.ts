import { describe, expect, it } from "@effect/vitest"
import { type ReviewedRequest, type ServerTransactionReason, ServerTransactionRejected } from "@wmodal/chains"
import { type Fetch, NetworkError, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { presentFlow } from "../flows/presentFlow.ts"
import { formatFlowEnglish } from "../problems/FlowPresentation.ts"
import { connectAccountWith } from "../testing/connectAccountWith.ts"
import { makeLoaded } from "../testing/makeLoaded.ts"
import { approvingCalls } from "../testing/scriptedWallet.ts"
import type { SendError } from "./Send.ts"

const host = "pay.shop.example"
const link = `solana:https://${host}/orders/7`

type Answer = (request: Request) => Response | Promise<Response> | Effect.Effect<Response, NetworkError>

const replies = {
  GET: () => Response.json({ label: "Hill\u202Eside", icon: "https://pictures.example/icon.svg" }),
  POST: () => Response.json({ transaction: "AQID", message: "One coffee\nthank you" }),
} as const

const explained: ReviewedRequest = {
  calls: [
    {
      intent: "Send",
      interpolatedIntent: null,
      owner: null,
      contractName: null,
      contract: null,
      value: 0n,
      fields: [],
      digest: "digest",
    },
  ],
  dangers: [],
  trial: { _tag: "Simulated", changes: [{ token: null, before: 5n, after: 3n }] },
}

interface Given {
  readonly hosts?: unknown
  readonly on?: "eip155" | "solana"
  readonly GET?: Answer
  readonly POST?: Answer
  readonly fee?: bigint
  readonly rejected?: ServerTransactionReason
  readonly explained?: ReviewedRequest
}

/** A customer with the form of a payment, and the requests that the link's server has received. */
const start = (given: Given = {}) =>
  Effect.gen(function* () {
    const asked: Request[] = []
    const sent: unknown[] = []
    const judged: unknown[] = []
    const fetch: Fetch["Service"] = {
      send: (request) =>
        Effect.suspend(() => {
          if (new URL(request.url).host !== host) return Effect.succeed(new Response("", { status: 404 }))
          asked.push(request.clone())
          const method = request.method === "GET" ? "GET" : "POST"
          const answer = (given[method] ?? replies[method])(request)
          return Effect.isEffect(answer) ? answer : Effect.promise(async () => answer)
        }),
    }
    const account = yield* connectAccountWith({
      on: given.on ?? "solana",
      options: { paymentHosts: given.hosts ?? [host] },
      deps: { fetch },
      answers: {
        calls: Effect.succeed({
          ...approvingCalls,
          sendTransaction: (request) =>
            Effect.sync(() => {
              sent.push(request.transaction)
              return { _tag: "Sent", hash: `hash${sent.length}` } as const
            }),
        }),
      },
      actions: {
        explain: ({ warnsOfEveryGrant }) =>
          Effect.sync(() => {
            judged.push(warnsOfEveryGrant)
            return given.explained ?? explained
          }),
        ...((given.on ?? "solana") === "solana" && {
          readServerTransaction: makeLoaded(({ text }) =>
            given.rejected === undefined
              ? Effect.succeed({
                  transaction: { transaction: text, lastValidBlockHeight: "9" },
                  fee: given.fee ?? 5_000n,
                })
              : Effect.fail(new ServerTransactionRejected({ reason: given.rejected })),
          ),
        }),
      },
    })
    const { flows } = account
    yield* flows.serverPayments
    yield* flows.holdings.refresh
    const { send } = flows
    yield* send.begin()
    const state = () => SubscriptionRef.getUnsafe(send.state)
    const type = (text: string) => Effect.andThen(send.typeRecipient(text), TestClock.adjust(300))
    const says = () => {
      const now = state()
      const error = "error" in now ? now.error : null
      return error === null ? "" : describeError(error)
    }
    return { ...account, send, state, type, says, asked, sent, judged }
  })

const describeError = (error: SendError): string => {
  const { body, title } = presentFlow(error)
  return `${formatFlowEnglish(title)} ${formatFlowEnglish(body)}`
}

describe("a payment link whose server makes the transaction", () => {
  it.effect(
    "contacts the server once a review is requested, names no account first, and loads no picture",
    () =>
      Effect.gen(function* () {
        const { asked, engine, send, state, type } = yield* start()
        yield* type(link)
        expect(state()).toMatchObject({ recipient: { _tag: "Server", host }, ready: true, error: null })
        expect(asked).toEqual([])
        yield* send.review
        expect(state()).toMatchObject({
          _tag: "Reviewing",
          review: {
            server: { host, label: "Hillside", message: "One coffee thank you" },
            fee: { most: 5_000n },
            transaction: { transaction: "AQID", lastValidBlockHeight: "9" },
          },
        })
        const address = SubscriptionRef.getUnsafe(engine.account.state)?.address
        expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
          `GET https://${host}/orders/7`,
          `POST https://${host}/orders/7`,
        ])
        expect(yield* Effect.promise(() => Promise.all(asked.map((one) => one.text())))).toEqual([
          "",
          JSON.stringify({ account: address }),
        ])
        for (const request of asked)
          expect(request).toMatchObject({
            credentials: "omit",
            redirect: "manual",
            referrerPolicy: "no-referrer",
          })
      }),
  )

  it.effect("sends exactly what was reviewed, and records the server with the digest of the link", () =>
    Effect.gen(function* () {
      const { flows, send, sent, state, type } = yield* start()
      yield* type(link)
      yield* send.review
      yield* send.confirm
      expect(state()._tag).toBe("Left")
      expect(sent).toEqual([{ transaction: "AQID", lastValidBlockHeight: "9" }])
      expect(SubscriptionRef.getUnsafe(flows.ledger.entries)).toMatchObject([
        {
          state: { _tag: "Sent", hash: "hash1" },
          subject: {
            _tag: "Call",
            intent: "Send",
            server: { host, link: expect.stringMatching(/^0x[\da-f]{64}$/) },
          },
        },
      ])
    }),
  )

  it.effect("does not pay the same link again while its first payment is not settled, but another one", () =>
    Effect.gen(function* () {
      const { says, send, sent, state, type } = yield* start()
      const pay = (text: string) =>
        Effect.gen(function* () {
          yield* send.begin()
          yield* type(text)
          yield* send.review
          yield* send.confirm
        })
      yield* pay(link)
      yield* pay(` solana:${encodeURIComponent(link.slice("solana:".length))} `)
      expect([state()._tag, says()]).toEqual([
        "Reviewing",
        expect.stringContaining("This may already be pending"),
      ])
      expect(sent).toHaveLength(1)
      yield* send.back
      yield* pay(`${link}1`)
      expect(sent).toHaveLength(2)
    }),
  )

  it.effect("requires each warning to be confirmed", () =>
    Effect.gen(function* () {
      const dangers = [{ _tag: "Giveaway" }, { _tag: "Blind" }] as const
      const { says, send, sent, type } = yield* start({ explained: { ...explained, dangers } })
      yield* type(link)
      yield* send.review
      yield* send.acknowledge("Giveaway")
      yield* send.confirm
      expect(says()).toContain("Review this request first")
      expect(sent).toEqual([])
      yield* send.acknowledge("Blind")
      yield* send.confirm
      expect(sent).toHaveLength(1)
    }),
  )

  it.effect.each<readonly [string, Given, string, RegExp]>([
    ["another host", { hosts: ["shop.example"] }, link, /pay\.shop\.example would choose.*not contacted/],
    ["a host of another port", { hosts: [`${host}:8443`] }, link, /not contacted/],
    ["a part of the host", { hosts: ["example"] }, link, /not contacted/],
    ["no host", { hosts: [] }, link, /not contacted/],
    ["another network's account", { on: "eip155" }, link, /It is for Solana/],
    ["credentials in the link", {}, `solana:https://a:b@${host}/7`, /not valid, or not encrypted/],
    ["a link without encryption", {}, `solana:http://${host}/7`, /not valid, or not encrypted/],
  ])("refuses %s by name, and contacts no server", ([, given, text, message]) =>
    Effect.gen(function* () {
      const { asked, flows, says, send, state, type } = yield* start(given)
      yield* type(text)
      expect(state()).toMatchObject({ recipient: { _tag: "Failed" }, ready: false })
      expect(says()).toMatch(message)
      yield* send.review
      expect([state()._tag, says()]).toEqual(["Editing", expect.stringMatching(message)])
      const { prepare } = yield* flows.serverPayments
      expect(describeError(yield* Effect.flip(prepare(text)))).toMatch(message)
      expect(asked).toEqual([])
    }),
  )

  it.effect("contacts another host than those of the page once the user has confirmed exactly it", () =>
    Effect.gen(function* () {
      const { asked, flows } = yield* start({ hosts: [] })
      const { prepare } = yield* flows.serverPayments
      yield* Effect.flip(prepare(link, "shop.example"))
      expect(asked).toEqual([])
      expect(yield* prepare(link, host)).toMatchObject({ server: { host } })
    }),
  )

  it.effect("refuses an amount next to the link, and contacts no server", () =>
    Effect.gen(function* () {
      const { asked, says, send, state, type } = yield* start()
      yield* send.typeAmount("1")
      yield* type(link)
      expect(state()).toMatchObject({ ready: false })
      expect(says()).toContain(`The server ${host} chooses what is paid, but you entered an amount.`)
      yield* send.review
      expect(asked).toEqual([])
      yield* send.typeAmount("")
      expect(state()).toMatchObject({ ready: true, error: null })
    }),
  )

  const refuse = (status: number, body: BodyInit) => () => new Response(body, { status })
  const redirected: Answer = () =>
    Effect.fail(new NetworkError({ host, detail: "redirects", redirectsTo: "evil.example" }))
  const huge = () => Response.json({ transaction: "A".repeat(70_000) })
  const endless = () =>
    new Response(new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(1_000).fill(32)) }))

  it.effect.each<readonly [string, Given, RegExp]>([
    [
      "a refusal with a text",
      { POST: refuse(409, '{"message":"Paid \\u202Ealready."}') },
      /refused it: Paid already\. Nothing/,
    ],
    ["a refusal of the first request", { GET: refuse(404, "no") }, /refused it with status 404/],
    [
      "a refusal with too long a text",
      { POST: refuse(500, "x".repeat(70_000)) },
      /refused it with status 500/,
    ],
    ["a redirect", { POST: redirected }, /leads to another server/],
    ["a redirect of the first request", { GET: redirected }, /leads to another server/],
    ["a large response", { POST: huge }, /is too large/],
    ["an endless response", { GET: endless }, /is too large/],
    ["no JSON", { POST: () => new Response("<html>") }, /response .* is not valid/],
    ["a list", { POST: () => Response.json([]) }, /response .* is not valid/],
    ["no label", { GET: () => Response.json({ icon: "" }) }, /response .* is not valid/],
    ["no transaction", { POST: () => Response.json({ message: "m" }) }, /response .* is not valid/],
    [
      "a number as the message",
      { POST: () => Response.json({ transaction: "", message: 1 }) },
      /is not valid/,
    ],
    [
      "no connection",
      { GET: () => Effect.fail(new NetworkError({ host, detail: "ECONNREFUSED" })) },
      /did not respond/,
    ],
    ["an invalid transaction", { rejected: { _tag: "Malformed" } }, /The transaction from .* is not valid/],
    [
      "an invalid signature",
      { rejected: { _tag: "Signature", signer: "9Tj3" } },
      /A signature .* is not valid/,
    ],
    ["another signer", { rejected: { _tag: "Signer", signer: "9Tj3" } }, /another account to sign: 9Tj3/],
    ["no need of the account", { rejected: { _tag: "NotAsked" } }, /does not need your signature/],
    ["an expired transaction", { rejected: { _tag: "Expired" } }, /has expired/],
  ])("says what is wrong with the server's response, and sends nothing: %s", ([, given, message]) =>
    Effect.gen(function* () {
      const { says, send, sent, state, type } = yield* start(given)
      yield* type(link)
      yield* send.review
      yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 20)))
      expect([state()._tag, says()]).toEqual(["Editing", expect.stringMatching(message)])
      expect(says()).toContain("Nothing was sent.")
      yield* send.confirm
      expect(sent).toEqual([])
    }),
  )

  it.effect("gives a server ten seconds, and can be tried again", () =>
    Effect.gen(function* () {
      let isDown = true
      const GET: Answer = () => (isDown ? Effect.never : replies.GET())
      const { says, send, state, type } = yield* start({ GET })
      yield* type(link)
      yield* Effect.forkChild(send.review, { startImmediately: true })
      yield* TestClock.adjust(9_999)
      expect(state()).toMatchObject({ _tag: "Editing", preparing: true })
      yield* TestClock.adjust(1)
      expect(says()).toContain(`${host} did not respond.`)
      isDown = false
      yield* send.review
      expect(state()._tag).toBe("Reviewing")
    }),
  )

  it.effect("has every allowance warned of, whatever its share", () =>
    Effect.gen(function* () {
      const { flows, judged } = yield* start()
      const { prepare } = yield* flows.serverPayments
      yield* prepare(link)
      expect(judged).toEqual([true])
    }),
  )

  it.effect.each([
    ["another account pays the fee", 0n, { units: 0n }],
    ["the account pays it, without a price", 1n, null],
  ] as const)("counts the fee in the worth of what leaves: %s", ([, fee, fiat]) =>
    Effect.gen(function* () {
      const trial = { _tag: "Simulated", changes: [{ token: null, before: 5n, after: 5n }] } as const
      const { flows } = yield* start({ explained: { ...explained, trial }, fee })
      const { prepare } = yield* flows.serverPayments
      const review = yield* prepare(link)
      if (fiat === null) expect(review.fiat).toBe(null)
      else expect(review.fiat).toMatchObject(fiat)
    }),
  )
})
