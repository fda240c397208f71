import type { HoldingsState, SendReview } from "@wmodal/core/flows"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { makeBitcoinReview, makeEtherReview } from "../testing/payments.ts"
import { omitCarried, preparePayment, refreshReview, toPaymentParams } from "./preparePayment.ts"

const toSeenIds = (...ids: readonly string[]): ReadonlySet<string> => new Set(ids)

const refreshAtTurn = async (
  review: SendReview,
  now: ReadonlySet<string>,
  again: Partial<SendReview["fee"]> = {},
) => {
  let asked = 0
  const anew = { ...review, fee: { ...review.fee, ...again }, transaction: { psbt: "anew" } }
  const send = {
    prepare: () =>
      Effect.sync(() => {
        asked++
        return anew
      }),
  }
  const result = await Effect.runPromise(
    Effect.result(
      refreshReview({ earlier: toSeenIds("a"), flows: { send }, readUnsettled: Effect.succeed(now) }, review),
    ),
  )
  return { result, asked }
}

const address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"

describe("omitCarried", () => {
  const nothing = { amount: null, token: null }

  it.each([
    [{ ...nothing, to: null }, ["amount", "token", "to"]],
    [{ ...nothing, to: address }, ["amount", "token", "to"]],
    [{ ...nothing, to: `ethereum:${address}?value=1` }, ["to"]],
    [{ ...nothing, to: `ethereum:${address}` }, ["amount", "token", "to"]],
    [{ ...nothing, to: `ethereum:${address}/transfer?address=${address}` }, ["amount", "to"]],
    [{ amount: "5", token: "SOL", to: `ethereum:${address}?value=1` }, ["amount", "token", "to"]],
    // What is wrong with it is said without prompts.
    [{ ...nothing, to: `bitcoin:${address}?req-x=1` }, ["to"]],
  ])("keeps of %j what must be typed: %j", (typed, names) => {
    expect(Object.keys(omitCarried(typed))).toEqual(names)
  })
})

describe("preparePayment", () => {
  const review = makeEtherReview()
  const { holding } = review
  const prepared = async (
    typed: Readonly<Record<string, string>>,
    linked: { readonly holding: typeof holding | null; readonly amount: bigint | null },
    found: typeof holding | null = holding,
  ) => {
    const asked: unknown[] = []
    const to = { address, name: null, image: null }
    const result = await Effect.runPromise(
      Effect.result(
        preparePayment(
          {
            holdings: {
              state: Effect.runSync(SubscriptionRef.make<HoldingsState>({ _tag: "Loading" })),
              refresh: Effect.void,
              refetch: () => Effect.void,
              find: () => Effect.succeed(found),
            },
            recipients: {
              resolve: () => Effect.succeed(to),
              suggestions: Effect.succeed([]),
              stops: () => Effect.succeed([]),
            },
            send: {
              readLink: () => Effect.succeed(linked),
              prepare: (payment) => {
                asked.push(payment)
                return Effect.succeed(review)
              },
            },
          },
          toPaymentParams(typed),
        ),
      ),
    )
    return { result, asked, to }
  }

  it("takes token and amount from a link alone", async () => {
    const { asked, to } = await prepared({ to: "link" }, { holding, amount: 5n })
    expect(asked).toEqual([{ holding, amount: 5n, to }])
  })

  it("takes what was typed, which is then compared with the link", async () => {
    const { asked, to } = await prepared(
      { amount: "1", token: "ETH", to: "link" },
      { holding: null, amount: null },
    )
    expect(asked).toEqual([{ holding, amount: 10n ** 18n, to }])
  })

  it("takes a typed amount for a link with a token only", async () => {
    const { asked, to } = await prepared({ amount: "1", to: "link" }, { holding, amount: null })
    expect(asked).toEqual([{ holding, amount: 10n ** 18n, to }])
  })

  it.each([
    ["NOPE", "No token found: NOPE.", /^Pass its contract address/],
    [address, `No token found at ${address}.`, /^The contract does not say its decimals, /],
  ])("fails for the token %s, which is not found, with a next step", async (token, message, hint) => {
    const { result } = await prepared({ amount: "1", token, to: address }, { holding, amount: null }, null)
    expect(result).toMatchObject({
      failure: { reason: { _tag: "Usage", message, hint: expect.stringMatching(hint) } },
    })
  })

  it("fails where neither the link nor the command has an amount or a token", async () => {
    const usage = (message: string) => ({ failure: { reason: { _tag: "Usage", message } } })
    expect((await prepared({ to: "link" }, { holding, amount: null })).result).toMatchObject(
      usage("The payment link has no amount."),
    )
    expect((await prepared({ to: "link" }, { holding: null, amount: null })).result).toMatchObject(
      usage("The payment link has no token."),
    )
  })
})

describe("refreshReview", () => {
  it("keeps the review when no other payment was made, and always on EVM", async () => {
    const bitcoin = makeBitcoinReview()
    expect(await refreshAtTurn(bitcoin, toSeenIds("a"))).toMatchObject({
      asked: 0,
      result: { success: bitcoin },
    })
    expect(await refreshAtTurn(bitcoin, toSeenIds())).toMatchObject({ asked: 0 })
    expect(await refreshAtTurn(makeEtherReview(), toSeenIds("a", "b"))).toMatchObject({ asked: 0 })
  })

  it("rebuilds a Bitcoin review after another payment, unless its fee exceeds the shown one", async () => {
    expect(await refreshAtTurn(makeBitcoinReview(), toSeenIds("a", "b"))).toMatchObject({
      asked: 1,
      result: { success: { transaction: { psbt: "anew" } } },
    })
    expect(await refreshAtTurn(makeBitcoinReview(), toSeenIds("b"), { most: 988n })).toMatchObject({
      asked: 1,
      result: { failure: { reason: { _tag: "Guard", message: expect.stringContaining("0.00000988 BTC") } } },
    })
  })
})
