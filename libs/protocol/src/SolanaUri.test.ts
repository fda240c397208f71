import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { formatSolanaUri, parseSolanaUri } from "./SolanaUri.ts"

const recipient = "7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv"
const token = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"

describe("parseSolanaUri", () => {
  it("returns recipient, amount and token, and ignores texts for the payer", () => {
    expect(parseSolanaUri(`solana:${recipient}`)).toEqual({ recipient })
    expect(
      parseSolanaUri(`SOLANA:${recipient}?amount=0.01&spl-token=${token}&label=Shop&memo=1%202`),
    ).toEqual({ recipient, amount: "0.01", token })
  })

  it.each([
    "",
    recipient,
    "solana:",
    "solana:https%3A%2F%2Fshop.example%2Fpay",
    `solana:mainnet:${recipient}`,
    `solana:${recipient}?amount=1&amount=2`,
    `solana:${recipient}?amount=.5`,
    `solana:${recipient}?amount=-1`,
    `solana:${recipient}?amount=1e3`,
    `solana:${recipient}?spl-token=0x1`,
    `solana:${recipient}?spl-token=${token}&spl-token=${token}`,
    `solana:${recipient}?amount=1#2`,
  ])("returns null for %j", (uri) => {
    expect(parseSolanaUri(uri)).toBe(null)
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
        const parsed = parseSolanaUri(
          formatSolanaUri({ recipient, amount, token: { address: token, decimals } }),
        )
        const [whole = "", fraction = ""] = parsed?.amount?.split(".") ?? []
        expect(parsed).toMatchObject({ recipient, token })
        expect(BigInt(whole + fraction.padEnd(decimals, "0"))).toBe(amount)
      }),
    )
  })
})
