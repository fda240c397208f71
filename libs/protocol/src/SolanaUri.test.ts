import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { formatSolanaUri, parseSolanaUri } from "./SolanaUri.ts"
import { hasDeceptiveCharacters } from "./sanitizeLine.ts"

const recipient = "7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv"
const token = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"

/** Base58 of 33 bytes, and of 31. */
const long = "JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxFQ"
const short = "7DUeBUtEcb7nujVZRJmeBju3X1mo6PpnWNtJ9EBhdY"

const shop = "mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN"
const read = (uri: string) => Result.getOrThrow(parseSolanaUri(uri))
const refused = (uri: string) => Result.getOrThrow(Result.flip(parseSolanaUri(uri)))

describe("parseSolanaUri", () => {
  it("parses the examples of the Solana Pay specification", () => {
    const texts = { label: "Michael", message: "Thanks for all the fish", memo: "OrderId12345" }
    const query = "label=Michael&message=Thanks%20for%20all%20the%20fish&memo=OrderId12345"
    const none = { references: [], unused: [] }
    expect(read(`solana:${shop}?amount=1&${query}`)).toEqual({
      recipient: shop,
      amount: "1",
      ...texts,
      ...none,
    })
    expect(read(`solana:${shop}?amount=0.01&spl-token=${token}`)).toEqual({
      recipient: shop,
      amount: "0.01",
      token,
      ...none,
    })
    expect(read(`solana:${shop}`)).toEqual({ recipient: shop, ...none })
    expect(read(`solana:${shop}?label=Michael`)).toEqual({ recipient: shop, label: "Michael", ...none })
    expect(refused("solana:https://example.com/solana-pay").reason).toEqual({
      _tag: "TransactionRequest",
      host: "example.com",
      url: "https://example.com/solana-pay",
    })
    expect(refused("solana:https%3A%2F%2Fexample.com%2Fsolana-pay%3Forder%3D12345").reason).toEqual({
      _tag: "TransactionRequest",
      host: "example.com",
      url: "https://example.com/solana-pay?order=12345",
    })
  })

  it("keeps every reference in its order, and names what it does not know", () => {
    expect(read(`SOLANA:${recipient}?reference=${token}&tip=1&reference=${shop}&memo=a+b%2Bc`)).toEqual({
      recipient,
      references: [token, shop],
      memo: "a b+c",
      unused: ["tip"],
    })
  })

  it.each([
    "",
    recipient,
    "solana:",
    `solana:mainnet:${recipient}`,
    `solana:${recipient}?amount=1#2`,
    "solana:shop.sol",
  ])("returns Form for %j", (uri) => {
    expect(refused(uri).reason).toEqual({ _tag: "Form" })
    expect(refused(uri).message).toBe(`Not a Solana link: ${uri}`)
  })

  it.each<readonly [query: string, name: string]>([
    ["amount=1&amount=2", "amount"],
    ["amount=.5", "amount"],
    ["amount=-1", "amount"],
    ["amount=1e3", "amount"],
    ["amount", "amount"],
    ["spl-token=0x1", "spl-token"],
    [`spl-token=${token}&spl-token=${token}`, "spl-token"],
    ["reference=order-7", "reference"],
    ["memo=1&memo=1", "memo"],
    ["memo=%ff", "memo"],
    ["memo=pay%E2%80%AEyou", "memo"],
    ["memo=a%0Ab", "memo"],
    [`memo=${encodeURIComponent(`a${"\u0301".repeat(4)}`)}`, "memo"],
    [`memo=${encodeURIComponent("\u0301a")}`, "memo"],
    ...["\uFE00", "\uFE0E", "\uFE0F", "\u180B", "\u180C", "\u180D", "\u180F", "\uFFF0"].map(
      (selector) => [`memo=${encodeURIComponent(`a${selector}b`)}`, "memo"] as const,
    ),
    [`memo=${encodeURIComponent("\u2764\uFE0F\uFE0F")}`, "memo"],
    [`memo=${encodeURIComponent("a\u200Db")}`, "memo"],
    [`reference=${long}`, "reference"],
    [`reference=${short}`, "reference"],
    [`spl-token=${long}`, "spl-token"],
    ["label=a&label=b", "label"],
  ])("names the wrong parameter of %j", (query, name) => {
    const { message, reason } = refused(`solana:${recipient}?${query}`)
    expect(reason).toEqual({ _tag: "Parameter", name })
    expect(message).toBe(`Invalid field in a Solana link: ${name}`)
  })

  it("names a recipient in the form of an address that is not one of 32 bytes", () => {
    for (const mistyped of [long, short])
      expect(refused(`solana:${mistyped}?amount=1`).reason).toEqual({ _tag: "Parameter", name: "recipient" })
  })

  it.each([
    "👩\u200D🍳",
    "❤\uFE0F for 2️⃣ coffees",
    "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
    "xin chào, số 7 \u0E17\u0E35\u0E48",
  ])("keeps a memo whose characters are all seen: %s", (memo) => {
    expect(read(`solana:${recipient}?memo=${encodeURIComponent(memo)}`)).toMatchObject({ memo })
  })

  it("names the server of a transaction request in any form, and says so where its URL is invalid", () => {
    expect(refused("SOLANA:HTTPS%3a%2f%2fShop.example%3a8443%2fpay").message).toBe(
      "A Solana link to a server that chooses the transaction: shop.example:8443",
    )
    expect(refused("solana:https%3A%zz").reason).toEqual({ _tag: "TransactionRequest", host: "", url: null })
  })

  it.each([
    ["http://shop.example/pay", "shop.example", null],
    ["https://vera:secret@shop.example/pay", "shop.example", null],
    ["https://vera@shop.example/pay", "shop.example", null],
    ["http://127.0.0.1:4400/pay", "127.0.0.1:4400", "http://127.0.0.1:4400/pay"],
    ["http://127.0.0.1.shop.example/pay", "127.0.0.1.shop.example", null],
    ["https://shop.example:443/pay#part", "shop.example", "https://shop.example/pay"],
  ])("gives a URL to ask only for an encrypted server without credentials: %s", (link, host, url) => {
    const expected = { _tag: "TransactionRequest", host, url }
    expect(refused(`solana:${encodeURIComponent(link.replace("#part", ""))}`).reason).toEqual(expected)
    expect(refused(`solana:${link}`).reason).toEqual(expected)
  })

  it("refuses a server's host of more than 128 characters by name, since it could not be shown whole", () => {
    const makeHost = (length: number) => {
      const labels = `pay.example.com.${"a".repeat(55)}.`
      return `${labels}${"b".repeat(length - labels.length - ".evil.io:8443".length)}.evil.io:8443`
    }
    for (const link of [`https://${makeHost(129)}/7`, encodeURIComponent(`https://${makeHost(129)}/7`)])
      expect(refused(`solana:${link}`).reason).toEqual({ _tag: "Parameter", name: "host" })
    const host = makeHost(128)
    expect(host).toHaveLength(128)
    expect(refused(`solana:https://${host}/7`).reason).toEqual({
      _tag: "TransactionRequest",
      host,
      url: `https://${host}/7`,
    })
  })

  it("refuses a parameter of a transaction request by name, since its server's query has to be encoded", () => {
    for (const link of ["https://shop.example/pay?order=1", "https%3A%2F%2Fshop.example%2Fpay?order=1&b=2"])
      expect(refused(`solana:${link}`).reason).toEqual({ _tag: "Parameter", name: "order" })
  })

  it("parses any written request back to its fields", () => {
    const text = fc
      .string({ unit: "grapheme", minLength: 1 })
      .filter((memo) => !hasDeceptiveCharacters(memo) && !/[\p{Cc}\p{M}]/u.test(memo))
    const key = fc.constantFrom(recipient, token, shop)
    fc.assert(
      fc.property(text, text, text, fc.array(key, { maxLength: 4 }), (memo, label, message, references) => {
        const query = new URLSearchParams([
          ...references.map((reference) => ["reference", reference]),
          ...Object.entries({ memo, label, message }),
        ])
        expect(read(`solana:${recipient}?${query}`)).toEqual({
          recipient,
          references,
          memo,
          label,
          message,
          unused: [],
        })
      }),
    )
  })
})

describe("formatSolanaUri", () => {
  it("writes whole tokens with a leading zero", () => {
    expect(formatSolanaUri({ recipient, amount: 10_000_000n, token: { address: null, decimals: 9 } })).toBe(
      `solana:${recipient}?amount=0.01`,
    )
    expect(formatSolanaUri({ recipient, amount: 1_500_000n, token: { address: token, decimals: 6 } })).toBe(
      `solana:${recipient}?amount=1.5&spl-token=${token}`,
    )
  })

  it("writes what is parsed back, for any amount and decimals", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.nat({ max: 18 }), (amount, decimals) => {
        const parsed = read(formatSolanaUri({ recipient, amount, token: { address: token, decimals } }))
        const [whole = "", fraction = ""] = parsed.amount?.split(".") ?? []
        expect(parsed).toMatchObject({ recipient, token })
        expect(BigInt(whole + fraction.padEnd(decimals, "0"))).toBe(amount)
      }),
    )
  })
})
