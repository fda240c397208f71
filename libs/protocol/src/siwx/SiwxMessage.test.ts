import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { makeSiwxNonce, parseSiwxMessage, printSiwxMessage, type SiwxMessage } from "./SiwxMessage.ts"

const readVectors = (name: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, "../../../../vectors", name), "utf8"))

const parse = (text: string) => Result.getOrThrow(parseSiwxMessage(text))
const print = (message: SiwxMessage) => Result.getOrThrow(printSiwxMessage(message))
const refused = (text: string) => Result.getOrThrow(Result.flip(parseSiwxMessage(text)))

const address = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"
const ethereum = `service.org wants you to sign in with your Ethereum account:
${address}

I accept: https://service.org/tos

URI: https://service.org/login
Version: 1
Chain ID: 1
Nonce: 32891757
Issued At: 2021-09-30T16:25:24.000Z
Expiration Time: 2021-10-30T16:25:24Z
Not Before: 2021-09-30T16:25:24+02:00
Request ID: some:id@1
Resources:
- ipfs://Qme7ss3ARVgxv6rXqVPiikMJ8u2NLgmgszg13pYrDKEoiu
- https://example.com/claim.json`

describe("public vectors", () => {
  const fields = z.looseObject({ message: z.string(), fields: z.looseObject({}) })
  it("parses every positive message of siwe, and prints it again", () => {
    const positive = z.record(z.string(), fields).parse(readVectors("siwe/parsing_positive.json"))
    expect(Object.keys(positive)).toHaveLength(19)
    for (const { message, fields } of Object.values(positive)) {
      const { blockchain, chainId, ...parsed } = parse(message)
      const said = Object.entries(fields).filter(([, value]) => value !== null)
      expect({ ...parsed, chainId: Number(chainId) }).toEqual(Object.fromEntries(said))
      expect(blockchain).toBe("Ethereum")
      expect(print(parse(message))).toBe(message)
    }
  })

  it("prints no negative object of siwe", () => {
    const negative = z
      .record(z.string(), z.looseObject({ chainId: z.optional(z.unknown()) }))
      .parse(readVectors("siwe/parsing_negative_objects.json"))
    expect(Object.keys(negative)).toHaveLength(18)
    const accepted = Object.entries(negative).filter(([, { chainId, ...fields }]) => {
      const message = {
        blockchain: "Ethereum",
        ...fields,
        ...(chainId !== undefined && { chainId: String(chainId) }),
      } as unknown as SiwxMessage
      return Result.isSuccess(printSiwxMessage(message))
    })
    expect(accepted).toEqual([])
  })

  it("parses every message of Sign-In With Solana, and prints it again", () => {
    const { vectors } = z
      .looseObject({ vectors: z.array(z.looseObject({ text: z.string(), parsed: z.looseObject({}) })) })
      .parse(readVectors("siws/sign_in_message.json"))
    expect(vectors).toHaveLength(6)
    for (const { parsed, text } of vectors) {
      expect(parse(text)).toEqual({ blockchain: "Solana", ...parsed })
      expect(print(parse(text))).toBe(text)
    }
  })
})

describe("parseSiwxMessage", () => {
  it("parses every field", () => {
    expect(parse(ethereum)).toEqual({
      blockchain: "Ethereum",
      domain: "service.org",
      address,
      statement: "I accept: https://service.org/tos",
      uri: "https://service.org/login",
      version: "1",
      chainId: "1",
      nonce: "32891757",
      issuedAt: "2021-09-30T16:25:24.000Z",
      expirationTime: "2021-10-30T16:25:24Z",
      notBefore: "2021-09-30T16:25:24+02:00",
      requestId: "some:id@1",
      resources: ["ipfs://Qme7ss3ARVgxv6rXqVPiikMJ8u2NLgmgszg13pYrDKEoiu", "https://example.com/claim.json"],
    })
  })

  it("parses a Bitcoin message with a CAIP-2 chain id", () => {
    const text = `app.example wants you to sign in with your Bitcoin account:
bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu

URI: https://app.example
Version: 1
Chain ID: bip122:000000000019d6689c085ae165831e93
Nonce: abcdefgh1`
    expect(parse(text)).toMatchObject({
      blockchain: "Bitcoin",
      chainId: "bip122:000000000019d6689c085ae165831e93",
    })
    expect(print(parse(text))).toBe(text)
  })

  const lines = ethereum.split("\n")
  const without = (label: string) => lines.filter((line) => !line.startsWith(label)).join("\n")
  const change = (from: string | RegExp, to: string) => {
    const changed = ethereum.replace(from, to)
    expect(changed).not.toBe(ethereum)
    return changed
  }
  it.each([
    ["is empty", "", 0],
    ["is of an unknown chain", change("Ethereum", "Dogecoin"), 0],
    ["has no domain", change("service.org ", " "), 0],
    ["has a domain with a path", change("service.org ", "service.org/a "), 0],
    ["has a domain with a space", change("service.org ", "a service.org "), 0],
    ["has a domain of another script", change("service.org ", "sеrvice.org "), 0],
    ["has a broken IPv6 domain", change("service.org ", "[::cafe::1] "), 0],
    ["has a scheme and no domain", change("service.org ", "https:// "), 8],
    ["has carriage returns", ethereum.replaceAll("\n", "\r\n"), 0],
    ["begins with a space", ` ${ethereum}`, 0],
    ["ends with a new line", `${ethereum}\n`, ethereum.length],
    ["has an address without a checksum", change(address, address.toLowerCase()), lines[0]!.length + 1],
    [
      "has an address with a wrong checksum",
      change(address, address.replace("C02a", "c02A")),
      lines[0]!.length + 1,
    ],
    ["has a short address", change(address, address.slice(0, -1)), lines[0]!.length + 1],
    ["has an address with spaces", change(address, `${address} `), lines[0]!.length + 1],
    ["has no empty line after the address", change("\n\nI accept", "\nI accept"), ethereum.indexOf("\n\nI")],
    ["has no empty line after the statement", change("tos\n\nURI", "tos\nURI"), ethereum.indexOf("\n\nURI")],
    ["has an empty statement", change("I accept: https://service.org/tos", ""), ethereum.indexOf("I accept")],
    ["has a statement of two lines", change("I accept:", "I\naccept:"), ethereum.indexOf("I accept")],
    ["has a statement with quotes", change("I accept:", 'I "accept":'), ethereum.indexOf("I accept")],
    [
      "has a statement with a bidi character",
      change("I accept:", "I \u202eaccept:"),
      ethereum.indexOf("I accept"),
    ],
    ["has no URI", without("URI: "), ethereum.indexOf("I accept")],
    [
      "has a URI without a scheme",
      change("URI: https:", "URI: "),
      ethereum.indexOf("https://service.org/login"),
    ],
    ["has a URI with a space", change("/login", "/log in"), ethereum.indexOf("https://service.org/login")],
    ["has a URI with a bad percent", change("/login", "/%zz"), ethereum.indexOf("https://service.org/login")],
    ["has no version", without("Version: "), ethereum.indexOf("Version")],
    ["has version 2", change("Version: 1", "Version: 2"), ethereum.indexOf("Version: ") + 9],
    ["has no chain id", without("Chain ID: "), ethereum.indexOf("Chain ID")],
    ["has a chain id in hex", change("Chain ID: 1", "Chain ID: 0x1"), ethereum.indexOf("Chain ID: ") + 10],
    [
      "has a chain id with a leading zero",
      change("Chain ID: 1", "Chain ID: 01"),
      ethereum.indexOf("Chain ID: ") + 10,
    ],
    [
      "has a chain id in other digits",
      change("Chain ID: 1", "Chain ID: ١"),
      ethereum.indexOf("Chain ID: ") + 10,
    ],
    ["has no nonce", without("Nonce: "), ethereum.indexOf("Nonce")],
    ["has a short nonce", change("32891757", "3289175"), ethereum.indexOf("32891757")],
    ["has a nonce with a dash", change("32891757", "3289-1757"), ethereum.indexOf("32891757")],
    ["has no time of issue", without("Issued At: "), ethereum.indexOf("Issued At")],
    ["has a time of issue without a zone", change(".000Z", ""), ethereum.indexOf("2021-09-30T16:25:24.000Z")],
    [
      "has a day that does not exist",
      change("2021-09-30T16:25:24.000Z", "2021-02-29T16:25:24Z"),
      ethereum.indexOf("2021-09"),
    ],
    [
      "has a month that does not exist",
      change("2021-09-30T16:25:24.000Z", "2021-13-01T16:25:24Z"),
      ethereum.indexOf("2021-09"),
    ],
    [
      "has an hour that does not exist",
      change("T16:25:24.000Z", "T24:25:24.000Z"),
      ethereum.indexOf("2021-09"),
    ],
    ["has a leap second of a September", change("16:25:24.000Z", "23:59:60Z"), ethereum.indexOf("2021-09")],
    [
      "has fields in another order",
      change("Version: 1\nChain ID: 1", "Chain ID: 1\nVersion: 1"),
      ethereum.indexOf("Version"),
    ],
    ["has a field twice", change("Version: 1", "Version: 1\nVersion: 1"), ethereum.indexOf("Chain ID")],
    ["has an unknown field", change("Nonce:", "Extra: 1\nNonce:"), ethereum.indexOf("Nonce")],
    ["has a request id with a space", change("some:id@1", "some id"), ethereum.indexOf("some:id")],
    ["has a resource that is no URI", change("ipfs://", "ipfs "), ethereum.indexOf("ipfs://")],
    ["has a resource without a dash", change("- https", "https"), ethereum.indexOf("\n- https")],
    ["has text after the resources", `${ethereum} more`, ethereum.indexOf("https://example.com/claim.json")],
  ])("fails at the first wrong character when the text %s", (_, text, position) => {
    expect(refused(text).position).toBe(position)
  })

  // oxlint-disable-next-line vitest/expect-expect -- fast-check fails when the property returns false
  it("never throws, and prints every text that it accepts exactly", () => {
    const mutated = fc
      .tuple(
        fc.nat(ethereum.length),
        fc.nat(4),
        fc.oneof(fc.constantFrom("\n", "\n\n", " ", "URI: ", "%", "\u202e"), fc.string()),
      )
      .map(([at, length, text]) => ethereum.slice(0, at) + text + ethereum.slice(at + length))
    fc.assert(
      fc.property(
        fc.oneof(
          mutated,
          mutated.map((text) => text.replace("Ethereum", "Solana").replace(address, "A")),
          fc.string(),
        ),
        (text) => {
          const parsed = parseSiwxMessage(text)
          return Result.isSuccess(parsed)
            ? print(parsed.success) === text
            : parsed.failure.position <= text.length + 1
        },
      ),
      { numRuns: 3000 },
    )
  })
})

describe("printSiwxMessage", () => {
  it("fails for a field that would be read as others", () => {
    const message = parse(ethereum)
    const forged = [
      { ...message, statement: "Hello\n\nURI: https://evil.example" },
      { ...message, requestId: "1\nResources:\n- https://evil.example" },
      { ...message, blockchain: "Solana", address: "A\n\nURI: https://evil.example" },
      { blockchain: "Solana", domain: "app.example", address: "A", statement: "URI: https://evil.example" },
      { ...message, resources: ["https://a.example\n- https://b.example"] },
    ] as const
    for (const one of forged) expect(Result.isFailure(printSiwxMessage(one))).toBe(true)
  })
})

describe("makeSiwxNonce", () => {
  it("makes 20 letters and digits, each time others", () => {
    const nonces = Array.from({ length: 100 }, makeSiwxNonce)
    expect(new Set(nonces).size).toBe(100)
    for (const nonce of nonces) expect(nonce).toMatch(/^[A-Za-z0-9]{20}$/)
  })
})
