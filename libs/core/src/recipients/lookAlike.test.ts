import { chainRules } from "@wmodal/chains/internal"
import { bitcoin, solana } from "@wmodal/protocol/networks"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { getRecipientWarnings } from "./getRecipientWarnings.ts"
import { collectKnownAddresses } from "./knownAddresses.ts"
import { getPlainReading, isLookAlike } from "./lookAlike.ts"

const sun = "7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv"
const segwit = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
const taproot = "bc1pxwww0ct9ue7e8tdnlmug5m2tamfn7q06sahstg39ys4c9f3340qqxrdu9k"
const middle = (address: string, from: number, to: number) =>
  `${address.slice(0, from)}${"x".repeat(address.length - from - to)}${address.slice(-to)}`

describe("address comparison", () => {
  it.each([
    ["the same ends", sun, middle(sun, 4, 4)],
    ["the same ends in another letter case", sun, middle(sun.toLowerCase(), 4, 4)],
    ["one letter in another case", sun, sun.replace("H", "h")],
    ["the ends that wallets display", sun, middle(sun, 4, 6)],
    ["the same ends after the common prefix", segwit, middle(segwit, 8, 4)],
    ["the same ends after the common prefix of taproot", taproot, middle(taproot, 8, 4)],
    ["the displayed end after the common prefix", segwit, middle(segwit, 4, 6)],
    ["the same ends with another address type", segwit, middle(segwit, 8, 4).replace("bc1q", "bc1p")],
  ])("matches an address that has %s", (_, one, other) => {
    expect(isLookAlike(one, other)).toBe(true)
    expect(isLookAlike(other, one)).toBe(true)
  })

  it.each([
    ["the same address", sun, sun],
    ["an address that shares only the common prefix", segwit, middle(segwit, 4, 4)],
    ["an address that shares only the beginning", sun, middle(sun, 10, 1).replace(/.$/, "z")],
  ])("does not match %s", (_, one, other) => {
    expect(isLookAlike(one, other)).toBe(false)
  })

  it("matches two random addresses only rarely", () => {
    const base58 = fc.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{44}$/)
    const bech32 = fc.stringMatching(/^bc1q[02-9ac-hj-np-z]{38}$/)
    const pairs = fc.oneof(fc.tuple(base58, base58), fc.tuple(bech32, bech32))
    const differ = ([one, other]: readonly [string, string]) =>
      one.slice(-4).toLowerCase() !== other.slice(-4).toLowerCase()
    fc.assert(
      fc.property(pairs.filter(differ), ([one, other]) => {
        expect(isLookAlike(one, other)).toBe(false)
      }),
    )
  })
})

describe("warnings of look-alikes", () => {
  it.each([
    "11111111111111111111111111111111",
    "1nc1nerator11111111111111111111111111111111",
    "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
    "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
    "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL",
    "So11111111111111111111111111111111111111112",
  ])("returns a warning on Solana that %s has no key", (address) => {
    const holder = { address: sun, network: solana }
    const rules = chainRules.solana
    const acquaintances = collectKnownAddresses({ holder, rules, entries: [], history: [], own: [] })
    const stops = getRecipientWarnings({
      namespace: "solana",
      rules: chainRules.solana,
      address,
      name: null,
      token: null,
      acquaintances,
    })
    expect(stops.map(({ _tag }) => _tag)).toEqual(["Burns", "FirstTime"])
  })

  it("returns nothing on Bitcoin for a paid recipient of any value, because the payment was signed", () => {
    const own = "bc1q9d4ywgfnd8h43da5tpcxcn6ajv590cg6d3tg6axemvljvt2k76zs50tv4q"
    const paid = {
      id: "1",
      metadata: {
        operationType: "send",
        hash: "01",
        minedAt: "2026-01-01T00:00:00.000Z",
        sentFrom: own,
        sentTo: segwit,
        status: "confirmed",
      },
      transfers: [{ direction: "out", quantity: { numeric: "0.5" } }],
    }
    const of = (address: string) =>
      getRecipientWarnings({
        namespace: "bip122",
        rules: chainRules.bip122,
        address,
        name: null,
        token: null,
        acquaintances: collectKnownAddresses({
          holder: { address: own, network: bitcoin },
          rules: chainRules.bip122,
          entries: [],
          history: [paid],
          own: [],
        }),
      }).map(({ _tag }) => _tag)
    expect(of(segwit.toUpperCase())).toEqual([])
    expect(of(middle(segwit, 8, 4))).toEqual(["LookAlike", "FirstTime"])
    expect(of(taproot)).toEqual(["FirstTime"])
  })
})

describe("getPlainReading", () => {
  it.each([
    ["alic\u00e9.eth", "alice.eth"],
    ["vital\u00edk.eth", "vitalik.eth"],
    ["m\u00f8\u0142ly.eth", "molly.eth"],
    ["pay.\u0117ve.eth", "pay.eve.eth"],
  ])("returns the plain letters that %j reads as", (name, reads) => {
    expect(getPlainReading(name)).toBe(reads)
  })

  it.each(["alice.eth", "0-9_.eth", "\u043f\u0440\u0438\u043c\u0435\u0440.eth", "\u65e5\u672c.eth"])(
    "returns null for %j, which is no other name with accents",
    (name) => {
      expect(getPlainReading(name)).toBeNull()
    },
  )
})
