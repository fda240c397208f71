import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Result } from "effect"
import fc from "fast-check"
import { expect, it } from "vitest"
import * as z from "zod/mini"
import { formatAmount } from "./Amount.ts"
import { parseBitcoinUri } from "./BitcoinUri.ts"

const file = join(import.meta.dirname, "../../../vectors/uris/bip21.json")
const Vectors = z.object({ vectors: z.array(z.object({ uri: z.string(), valid: z.boolean() })) })

const address = "175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W"
const read = (uri: string) => Result.getOrThrow(parseBitcoinUri(uri))
const refused = (uri: string) => Result.getOrThrow(Result.flip(parseBitcoinUri(uri)))

it("accepts valid and rejects invalid public test vectors", () => {
  const { vectors } = Vectors.parse(JSON.parse(readFileSync(file, "utf8")))
  expect(vectors.length).toBeGreaterThan(5)
  for (const { uri, valid } of vectors) {
    expect([uri, Result.isSuccess(parseBitcoinUri(uri))]).toEqual([uri, valid])
  }
})

it("parses address, amount, label and message", () => {
  expect(read(`bitcoin:${address}`)).toEqual({ address, unused: [] })
  expect(read(`BITCOIN:${address}?`)).toEqual({ address, unused: [] })
  expect(
    read(`bitcoin:${address}?amount=20.3&label=Luke-Jr&message=Donation%20for%20project%20xyz&other=1&flag`),
  ).toEqual({
    address,
    amount: 2_030_000_000n,
    label: "Luke-Jr",
    message: "Donation for project xyz",
    unused: ["other", "flag"],
  })
  expect(read(`bitcoin:${address}?label=a+b%26c`)).toEqual({ address, label: "a+b&c", unused: [] })
})

it("parses the capitals of a QR code, and takes the same name in both cases for a repetition", () => {
  expect(read(`BITCOIN:${address}?AMOUNT=0.5&LABEL=SHOP`)).toEqual({
    address,
    amount: 50_000_000n,
    label: "SHOP",
    unused: [],
  })
  expect(refused(`bitcoin:${address}?amount=1&AMOUNT=2`).reason).toEqual({
    _tag: "Parameter",
    name: "amount",
  })
})

it.each([
  ["", "Form", "Not a Bitcoin link: "],
  [address, "Form", `Not a Bitcoin link: ${address}`],
  ["bitcoin:", "Form", "Not a Bitcoin link: bitcoin:"],
  [`litecoin:${address}`, "Form", `Not a Bitcoin link: litecoin:${address}`],
  [
    `bitcoin:${address}?amount=1#amount=2`,
    "Form",
    `Not a Bitcoin link: bitcoin:${address}?amount=1#amount=2`,
  ],
  [`bitcoin://${address}`, "Form", `Not a Bitcoin link: bitcoin://${address}`],
  [`bitcoin:${address}?amount=1,5`, "Amount", "Not an amount: 1,5"],
  [`bitcoin:${address}?amount=-1`, "Amount", "Not an amount: -1"],
  [`bitcoin:${address}?amount`, "Amount", "Not an amount: "],
  [`bitcoin:${address}?amount=0.000000001`, "Amount", "More than 8 decimals: 0.000000001"],
  [`bitcoin:${address}?amount=1&amount=2`, "Parameter", "Invalid field in a Bitcoin link: amount"],
  [`bitcoin:${address}?label=%ff`, "Parameter", "Invalid field in a Bitcoin link: label"],
  [`bitcoin:${address}?REQ-x=1`, "Required", "Unknown required field in a Bitcoin link: REQ-x"],
])("rejects %j: %s", (uri, tag, message) => {
  const error = refused(uri)
  expect(error.reason._tag).toBe(tag)
  expect(error.message).toBe(message)
})

it("parses any generated link back to its fields", () => {
  const text = fc.string({ unit: "grapheme" })
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 21n * 10n ** 14n }), text, text, (amount, label, message) => {
      const query = `label=${encodeURIComponent(label)}&amount=${formatAmount(amount, 8)}&message=${encodeURIComponent(message)}`
      expect(read(`bitcoin:${address}?${query}`)).toEqual({
        address,
        amount,
        label,
        message,
        unused: [],
      })
    }),
  )
})

it("returns a typed error instead of throwing for any text", () => {
  const pieces = fc.constantFrom(
    "bitcoin:",
    address,
    "?",
    "&",
    "=",
    "amount",
    "label",
    "%",
    "%zz",
    "req-",
    "#",
    "1",
  )
  const anything = fc.oneof(
    fc.uint16Array().map((codes) => String.fromCharCode(...codes)),
    fc.array(pieces).map((chosen) => `bitcoin:${address}${chosen.join("")}`),
  )
  fc.assert(
    fc.property(anything, (uri) => {
      const outcome = parseBitcoinUri(uri)
      expect(
        Result.isSuccess(outcome)
          ? uri.slice("bitcoin:".length).startsWith(outcome.success.address)
          : outcome.failure.uri === uri,
      ).toBe(true)
    }),
  )
})
