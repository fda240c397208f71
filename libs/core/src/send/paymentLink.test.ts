import { describe, expect, it } from "@effect/vitest"
import type { Fee, Transfer } from "@wmodal/chains"
import { type PaymentUri, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { presentFlow } from "../flows/presentFlow.ts"
import type { Recipient } from "../recipients/Recipients.ts"
import { ann, coin, makeHolding, usdc } from "../testing/sendFixture.ts"
import { startSend } from "../testing/startSend.ts"

const fee: Fee = { expected: 21_000n, most: 42_000n, transactionFields: {}, seconds: 12 }
const bare: PaymentUri = {
  namespace: "eip155",
  network: null,
  recipient: ann.address,
  references: [],
  unused: [],
}
const ether = (units: bigint): PaymentUri => ({ ...bare, token: null, amount: { _tag: "Units", units } })
const dollars = (units: bigint): PaymentUri => ({
  ...bare,
  token: usdc.address?.toLowerCase() ?? "",
  amount: { _tag: "Units", units },
})
const links: Readonly<Record<string, PaymentUri>> = {
  bare,
  ether: ether(5n * 10n ** 17n),
  dollars: dollars(5_000_000n),
  whole: { ...dollars(0n), amount: { _tag: "Whole", text: "2.5" } },
  precise: { ...dollars(0n), amount: { _tag: "Whole", text: "0.0000001" } },
  token: { ...bare, token: usdc.address ?? "" },
  unknown: { ...bare, token: "0x00000000000000000000000000000000000000ff" },
  elsewhere: { ...ether(5n * 10n ** 17n), network: "eip155:10" },
  remote: { ...bare, network: "eip155:10" },
  bitcoin: { ...ether(5n * 10n ** 17n), namespace: "bip122" },
  noted: { ...ether(10n ** 17n), memo: "order 7", references: ["reference"] },
}

/** A form in which the name of a link in `links` is a recipient. */
const start = (seen: Transfer[] = []) =>
  startSend({
    recipients: {
      resolve: (text): Effect.Effect<Recipient> => {
        const link = links[text]
        return Effect.succeed(link === undefined ? ann : { ...ann, link })
      },
    },
    actions: {
      estimate: ({ transfer }) => {
        seen.push(transfer)
        return Effect.succeed(fee)
      },
    },
  })

/** A link of another token is read again with that token. */
const pause = Effect.forEach([300, 300, 300], (ms) => TestClock.adjust(ms))
const contradiction = (requested: string, entered: string) => ({
  _tag: "Recipient",
  error: { reason: { _tag: "Contradiction", requested, entered } },
})

describe("payment links in the form", () => {
  it.effect("fills token and amount into an empty form, and keeps the link in the field", () =>
    Effect.gen(function* () {
      const { editing, send } = yield* start()
      yield* send.typeRecipient("dollars")
      yield* pause
      expect(editing()).toMatchObject({
        form: { holding: { token: usdc }, amount: "5", unit: "token", recipient: "dollars" },
        amount: { units: 5_000_000n },
        ready: true,
      })
      // Another link replaces what the first one filled in.
      yield* send.typeRecipient("ether")
      yield* pause
      expect(editing()).toMatchObject({ form: { holding: { token: coin }, amount: "0.5" }, ready: true })
      yield* send.typeRecipient("whole")
      yield* pause
      expect(editing()).toMatchObject({ form: { holding: { token: usdc }, amount: "2.5" }, ready: true })
    }),
  )

  it.effect("takes the token of a link without an amount, and leaves the amount to the user", () =>
    Effect.gen(function* () {
      const { editing, send } = yield* start()
      yield* send.typeRecipient("token")
      yield* pause
      expect(editing()).toMatchObject({ form: { holding: { token: usdc }, amount: "" }, error: null })
      yield* send.typeAmount("7")
      yield* pause
      expect(editing()).toMatchObject({ ready: true })
      yield* send.chooseToken(makeHolding(coin, 10n ** 18n))
      yield* pause
      expect(editing().error?.reason).toMatchObject(contradiction("USDC", "7 ETH"))
    }),
  )

  it.effect("refuses an amount or a token that was entered before the link and differs, by both sides", () =>
    Effect.gen(function* () {
      const { editing, reason, send } = yield* start()
      yield* send.typeAmount("1")
      yield* send.typeRecipient("dollars")
      yield* pause
      expect(reason()).toMatchObject(contradiction("5 USDC", "1 USDC"))
      expect(editing().ready).toBe(false)
      const { error } = editing()
      expect(error && presentFlow(error).body.values).toEqual({ requested: "5 USDC", entered: "1 USDC" })
      yield* send.typeRecipient("ether")
      yield* pause
      expect(reason()).toMatchObject(contradiction("0.5 ETH", "1 ETH"))
      yield* send.typeAmount("0.5")
      expect(reason()).toBe(null)
      yield* send.useMax
      expect(reason()).toMatchObject(contradiction("0.5 ETH", "max ETH"))
    }),
  )

  it.effect("takes the token of a link for an amount that was entered before it", () =>
    Effect.gen(function* () {
      for (const [link, amount] of [
        ["dollars", "5"],
        ["token", "0.25"],
      ] as const) {
        const { editing, send } = yield* start()
        yield* send.typeAmount(amount)
        yield* send.typeRecipient(link)
        yield* pause
        expect(editing()).toMatchObject({
          form: { holding: { token: usdc }, amount },
          amount: { units: BigInt(Number(amount) * 1_000_000) },
          error: null,
          ready: true,
        })
      }
    }),
  )

  it.effect("keeps the token of Max, and refuses the link of another one", () =>
    Effect.gen(function* () {
      const { reason, send } = yield* start()
      yield* send.useMax
      yield* send.typeRecipient("token")
      yield* pause
      expect(reason()).toMatchObject(contradiction("USDC", "max ETH"))
    }),
  )

  it.effect("clears what a link filled in when another recipient is typed", () =>
    Effect.gen(function* () {
      for (const link of ["dollars", "token"]) {
        const { editing, send } = yield* start()
        yield* send.typeRecipient(link)
        yield* pause
        yield* send.typeRecipient("ann.eth")
        const cleared = { form: { holding: { token: coin }, amount: "" }, amount: { units: null } }
        expect(editing()).toMatchObject(cleared)
        yield* pause
        expect(editing()).toMatchObject({ ...cleared, ready: false })
      }
    }),
  )

  it.effect("keeps what the user entered when another recipient is typed after a link", () =>
    Effect.gen(function* () {
      const { editing, send } = yield* start()
      yield* send.begin(makeHolding(usdc, 9_000_000n))
      yield* send.typeRecipient("dollars")
      yield* pause
      yield* send.typeRecipient("ann.eth")
      expect(editing()).toMatchObject({ form: { holding: { token: usdc }, amount: "" } })
      yield* send.typeRecipient("token")
      yield* pause
      yield* send.typeAmount("7")
      yield* send.typeRecipient("ann.eth")
      yield* pause
      expect(editing()).toMatchObject({ form: { holding: { token: usdc }, amount: "7" }, ready: true })
    }),
  )

  it.effect("does not replace a token that was chosen", () =>
    Effect.gen(function* () {
      const { reason, send } = yield* start()
      yield* send.begin(makeHolding(usdc, 5n))
      yield* send.typeRecipient("ether")
      yield* pause
      expect(reason()).toMatchObject(contradiction("0.5 ETH", "USDC"))
      yield* send.chooseToken(makeHolding(coin, 10n ** 18n))
      yield* pause
      expect(reason()).toBe(null)
    }),
  )

  it.effect("refuses an edit of what a link filled in", () =>
    Effect.gen(function* () {
      const { reason, send } = yield* start()
      yield* send.typeRecipient("dollars")
      yield* pause
      yield* send.typeAmount("50")
      expect(reason()).toMatchObject(contradiction("5 USDC", "50 USDC"))
      yield* send.review
      expect(reason()).toMatchObject(contradiction("5 USDC", "50 USDC"))
    }),
  )

  it.effect("takes back the refusal of a review that was requested before the link was read", () =>
    Effect.gen(function* () {
      const { editing, reason, send } = yield* start()
      yield* send.typeRecipient("dollars")
      yield* send.review
      expect(reason()).toMatchObject({ _tag: "InvalidAmount" })
      yield* pause
      expect(editing()).toMatchObject({ form: { amount: "5" }, error: null, ready: true })
    }),
  )

  it.effect("changes nothing for a link that is an address alone", () =>
    Effect.gen(function* () {
      const { editing, send } = yield* start()
      yield* send.typeAmount("1")
      yield* send.typeRecipient("bare")
      yield* pause
      expect(editing()).toMatchObject({ form: { amount: "1", holding: { token: coin } }, ready: true })
    }),
  )

  it.effect("refuses a token that the network does not have, and an amount finer than the token", () =>
    Effect.gen(function* () {
      const { editing, send } = yield* start()
      yield* send.typeRecipient("unknown")
      yield* pause
      expect(editing().recipient).toMatchObject({
        _tag: "Failed",
        error: { reason: { _tag: "UnknownToken", token: links["unknown"]?.token } },
      })
      yield* send.typeRecipient("precise")
      yield* pause
      expect(editing().recipient).toMatchObject({
        error: { reason: { _tag: "Link", problem: { _tag: "Parameter", name: "amount" } } },
      })
    }),
  )

  it.effect("reports a token that could not be read, and fills nothing in", () =>
    Effect.gen(function* () {
      const world = yield* start()
      const offline = new RpcError({ method: "eth_call", host: "", reason: { _tag: "NoEndpoint" } })
      Object.assign(world.deps.holdings, { find: () => Effect.fail(offline) })
      yield* world.send.typeRecipient("dollars")
      yield* pause
      expect(world.editing()).toMatchObject({
        form: { amount: "", holding: { token: coin } },
        recipient: { _tag: "Failed", error: { reason: { _tag: "NameNotRead" } } },
      })
    }),
  )
})

describe("payment links in prepare", () => {
  const holding = makeHolding(coin, 10n ** 18n)
  const prepare = (name: string, amount: bigint | "max", of = holding) =>
    Effect.gen(function* () {
      const seen: Transfer[] = []
      const { send } = yield* start(seen)
      const link = links[name]
      const to: Recipient = link === undefined ? ann : { ...ann, link }
      return { seen, result: yield* Effect.result(send.prepare({ holding: of, amount, to })) }
    })

  it.effect("refuses another token, another amount, and all of a balance", () =>
    Effect.gen(function* () {
      const half = 5n * 10n ** 17n
      expect((yield* prepare("dollars", half)).result).toMatchObject({
        failure: { reason: contradiction("5 USDC", "0.5 ETH") },
      })
      expect((yield* prepare("ether", half + 1n)).result).toMatchObject({
        failure: { reason: contradiction("0.5 ETH", "0.500000000000000001 ETH") },
      })
      expect((yield* prepare("ether", "max")).result).toMatchObject({
        failure: { reason: contradiction("0.5 ETH", "max ETH") },
      })
      expect((yield* prepare("ether", half)).result).toMatchObject({ _tag: "Success" })
    }),
  )

  it.effect.each([
    ["elsewhere", "eip155:10"],
    ["remote", "eip155:10"],
    ["bitcoin", "Bitcoin"],
  ] as const)("refuses a link of another network: %s", ([name, chain]) =>
    Effect.gen(function* () {
      const { result, seen } = yield* prepare(name, 5n * 10n ** 17n)
      expect(result).toMatchObject({
        failure: {
          reason: { _tag: "Recipient", error: { reason: { _tag: "OtherChain", chain, isLink: true } } },
        },
      })
      expect(seen).toEqual([])
    }),
  )

  it.effect("tells two tokens with the same symbol apart by their addresses", () =>
    Effect.gen(function* () {
      const fake = { ...usdc, address: "0x00000000000000000000000000000000000000fe" }
      const { result } = yield* prepare("dollars", 5_000_000n, makeHolding(fake, 9_000_000n))
      expect(result).toMatchObject({
        failure: {
          reason: contradiction(`5 USDC (${usdc.address})`, `5 USDC (${fake.address})`),
        },
      })
    }),
  )

  it.effect("carries memo and references into the transfer, and only those of a link", () =>
    Effect.gen(function* () {
      const { result, seen } = yield* prepare("noted", 10n ** 17n)
      expect(result).toMatchObject({ success: { to: { link: links["noted"] } } })
      expect(seen.length).toBeGreaterThan(0)
      for (const transfer of seen)
        expect(transfer).toMatchObject({ memo: "order 7", references: ["reference"] })
      const plain = yield* prepare("ann.eth", 10n ** 17n)
      for (const transfer of plain.seen) expect(Object.keys(transfer)).not.toContain("memo")
    }),
  )

  it.effect("returns what a link requests", () =>
    Effect.gen(function* () {
      const { send } = yield* start()
      const read = (name: string) => {
        const link = links[name]
        return send.readLink(link === undefined ? ann : { ...ann, link })
      }
      expect(yield* read("dollars")).toMatchObject({ holding: { token: usdc }, amount: 5_000_000n })
      expect(yield* read("token")).toMatchObject({ holding: { token: usdc }, amount: null })
      expect(yield* read("bare")).toEqual({ holding: null, amount: null })
      expect(yield* Effect.flip(read("unknown"))).toMatchObject({
        reason: { _tag: "Recipient", error: { reason: { _tag: "UnknownToken" } } },
      })
    }),
  )
})
