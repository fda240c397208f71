import { readFileSync } from "node:fs"
import { join } from "node:path"
import { ed25519 } from "@noble/curves/ed25519.js"
import { base58, base64 } from "@scure/base"
import { printSiwxMessage, type SiwxMessage } from "@wmodal/protocol/siwx"
import { Result } from "effect"
import fc from "fast-check"
import {
  concatHex,
  type Hex,
  HttpRequestError,
  hashMessage,
  parseSignature,
  RpcRequestError,
  serializeCompactSignature,
  signatureToCompactSignature,
  toHex,
} from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { afterEach, describe, expect, it, vi } from "vitest"
import * as z from "zod/mini"
import type { SiwxProvider } from "./evm/requestNode.ts"
import { verifySiwx } from "./verifySiwx.ts"

const readVectors = (name: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, "../../../vectors/siwe", name), "utf8"))

const account = privateKeyToAccount(`0x${"11".repeat(32)}`)
const now = new Date("2026-01-15T12:00:00Z")
const ethereum: SiwxMessage = {
  blockchain: "Ethereum",
  domain: "app.example",
  address: account.address,
  statement: "Sign in.",
  uri: "https://app.example/login",
  version: "1",
  chainId: "1",
  nonce: "abcdefgh12345678",
  issuedAt: "2026-01-15T12:00:00Z",
  expirationTime: "2026-01-15T12:10:00Z",
  notBefore: "2026-01-15T11:59:00Z",
  resources: ["https://app.example/terms"],
}
const expected = { domain: "app.example", nonce: "abcdefgh12345678", now }
const print = (message: SiwxMessage) => Result.getOrThrow(printSiwxMessage(message))
const text = print(ethereum)
const sign = (message: string) => account.signMessage({ message })

describe("verifySiwx with siwe's vectors", () => {
  const Vector = z.looseObject({
    domain: z.string(),
    nonce: z.string(),
    chainId: z.number(),
    signature: z.string(),
    time: z.optional(z.string()),
  })
  it("accepts every signature", async () => {
    const vectors = z.record(z.string(), Vector).parse(readVectors("verification_positive.json"))
    expect(Object.keys(vectors)).toHaveLength(4)
    for (const [name, { chainId, signature, time, ...fields }] of Object.entries(vectors)) {
      const message = print({
        ...fields,
        blockchain: "Ethereum",
        chainId: String(chainId),
      } as unknown as SiwxMessage)
      const verdict = await verifySiwx({
        message,
        signature,
        expected: { domain: fields.domain, nonce: fields.nonce, ...(time && { now: new Date(time) }) },
      })
      expect([name, verdict._tag]).toEqual([name, "Valid"])
    }
  })

  it("accepts the signatures of contracts, and asks each for exactly this message", async () => {
    const Message = z.object({ message: z.string(), signature: z.string() })
    const vectors = z.record(z.string(), Message).parse(readVectors("eip1271.json"))
    expect(Object.keys(vectors)).toHaveLength(2)
    for (const { message, signature } of Object.values(vectors)) {
      const asked: unknown[] = []
      const verify = (answer: string, signed = signature) =>
        verifySiwx({
          message,
          signature: signed,
          expected: { domain: "localhost:4361", nonce: /Nonce: (\w+)/.exec(message)?.[1] ?? "" },
          rpc: {
            "eip155:1": {
              request: async (call) => {
                asked.push(call)
                return answer
              },
            },
          },
        })
      expect(await verify(`0x1626ba7e${"0".repeat(56)}`)).toMatchObject({
        _tag: "Valid",
        chainId: "eip155:1",
      })
      expect(asked).toEqual([
        {
          method: "eth_call",
          params: [
            { to: message.split("\n")[1], data: expect.stringContaining(hashMessage(message).slice(2)) },
            "latest",
          ],
        },
      ])
      expect(JSON.stringify(asked)).toContain(signature.slice(2))
      expect(await verify(`0xffffffff${"0".repeat(56)}`)).toMatchObject({ reason: "Signature" })
      // A word that only ends or begins like it, and no code at the address.
      expect(await verify(`0x${"0".repeat(56)}1626ba7e`)).toMatchObject({ reason: "Signature" })
      expect(await verify("0x1626ba7e")).toMatchObject({ reason: "Signature" })
      expect(await verify("0x")).toMatchObject({ reason: "Signature" })
    }
  })

  it("asks the contract about an empty signature, which a Safe returns for a message that it signed on the chain", async () => {
    const asked: unknown[] = []
    const verify = (answer: string) => {
      const request = async (call: unknown) => {
        asked.push(call)
        return answer
      }
      return verifySiwx({ message: text, signature: "0x", expected, rpc: { "eip155:1": { request } } })
    }
    expect(await verify(`0x1626ba7e${"0".repeat(56)}`)).toMatchObject({ _tag: "Valid" })
    expect(asked).toMatchObject([
      { method: "eth_call", params: [{ data: expect.stringMatching(/40(?:00){32}$/) }, "latest"] },
    ])
    // Not signed yet, and an account without code.
    for (const answer of [`0xffffffff${"0".repeat(56)}`, "0x"])
      expect(await verify(answer)).toMatchObject({ _tag: "Invalid", reason: "Signature" })
    expect(await verifySiwx({ message: text, signature: "0x", expected })).toMatchObject({
      _tag: "Unknown",
      reason: "NoNode",
    })
  })
})

describe("verifySiwx", () => {
  it("returns the message and its chain", async () => {
    expect(await verifySiwx({ message: text, signature: await sign(text), expected })).toEqual({
      _tag: "Valid",
      message: ethereum,
      chainId: "eip155:1",
    })
  })

  it.each([
    ["Domain", { domain: "app.example.evil.example" }],
    ["Domain", { domain: "APP.example" }],
    ["Nonce", { nonce: "abcdefgh12345679" }],
    ["Uri", { uri: "https://app.example/log" }],
    ["Uri", { uri: "https://app.exam" }],
    ["Uri", { uri: "https://other.example" }],
    ["Address", { address: privateKeyToAccount(`0x${"12".repeat(32)}`).address }],
    ["Chain", { chains: ["eip155:10", "solana:1"] }],
    ["Chain", { chains: [] }],
    ["Resources", { resources: ["https://app.example/terms", "https://app.example/other"] }],
    ["IssuedInFuture", { now: new Date("2026-01-15T11:58:59Z") }],
    ["Expired", { now: new Date("2026-01-15T12:10:00Z") }],
    ["Expired", { now: new Date("2036-01-15T12:10:00Z") }],
  ] as const)("refuses a message with %s, although its signature is valid", async (reason, other) => {
    const verdict = await verifySiwx({
      message: text,
      signature: await sign(text),
      expected: { ...expected, ...other },
    })
    expect(verdict).toMatchObject({ _tag: "Invalid", reason })
  })

  it("refuses a message before its time", async () => {
    const message = print({ ...ethereum, notBefore: "2026-01-15T12:00:00.001Z" })
    expect(await verifySiwx({ message, signature: await sign(message), expected })).toMatchObject({
      reason: "NotYetValid",
    })
  })

  it.each([
    { uri: "https://app.example" },
    { uri: "https://app.example/" },
    { uri: "https://app.example/login" },
    { address: account.address.toLowerCase() },
    { chains: ["eip155:10", "eip155:1"] as const },
    { resources: ["https://app.example/terms"] },
    { now: new Date("2026-01-15T11:59:30Z") },
    { now: new Date("2026-01-15T12:09:59.999Z") },
  ])("accepts %o", async (other) => {
    const verdict = await verifySiwx({
      message: text,
      signature: await sign(text),
      expected: { ...expected, ...other },
    })
    expect(verdict._tag).toBe("Valid")
  })

  it.each([
    "https://app.example@evil.example/",
    "https://app.example:8443/",
    "https://app.example.evil.example/",
    "http://app.example/",
    "https:app.example",
  ])("refuses the URI %s, which only begins like the expected one", async (uri) => {
    const message = print({ ...ethereum, uri })
    expect(
      await verifySiwx({
        message,
        signature: await sign(message),
        expected: { ...expected, uri: "https://app.example" },
      }),
    ).toMatchObject({ reason: "Uri" })
  })

  it("compares times with any number of digits, and refuses those that the runtime cannot read", async () => {
    const verify = async (fields: Partial<SiwxMessage>) => {
      const message = print({ ...ethereum, ...fields })
      return verifySiwx({ message, signature: await sign(message), expected })
    }
    const digits = "0".repeat(400)
    expect(await verify({ expirationTime: `2026-01-15T12:00:00.${digits}Z` })).toMatchObject({
      reason: "Expired",
    })
    expect((await verify({ expirationTime: `2026-01-15T12:00:00.001${digits}Z` }))._tag).toBe("Valid")
    vi.spyOn(Date, "parse").mockReturnValue(Number.NaN)
    expect(await verify({})).toMatchObject({ _tag: "Invalid" })
    expect(await verify({ issuedAt: "2026-01-15T12:00:00Z" })).toMatchObject({ reason: "IssuedInFuture" })
  })

  it("reads leap seconds and small letters as times", async () => {
    const issuedAt = "2016-12-31T20:00:00Z"
    const verify = async (time: string, fields: Partial<SiwxMessage>) => {
      const { notBefore: _, ...others } = ethereum
      const message = print({ ...others, issuedAt, ...fields })
      const verdict = await verifySiwx({
        message,
        signature: await sign(message),
        expected: { ...expected, now: new Date(time) },
      })
      return verdict._tag === "Valid" ? "Valid" : verdict.reason
    }
    for (const expirationTime of [
      "2016-12-31T23:59:60Z",
      "2017-01-01T08:59:60.25+09:00",
      "2017-01-01t00:00:00z",
    ]) {
      expect(await verify("2016-12-31T23:59:59.999Z", { expirationTime })).toBe("Valid")
      expect(await verify("2017-01-01T00:00:01Z", { expirationTime })).toBe("Expired")
    }
    const notBefore = "2016-12-31t23:59:60z"
    const expirationTime = "2018-01-01T00:00:00Z"
    expect(await verify("2016-12-31T23:59:59.999Z", { notBefore, expirationTime })).toBe("NotYetValid")
    expect(await verify("2017-01-01T00:00:00Z", { notBefore, expirationTime })).toBe("Valid")
  })

  it("refuses a text that is no message, with the position", async () => {
    const verdict = await verifySiwx({ message: `${text}\n`, signature: await sign(`${text}\n`), expected })
    expect(verdict).toMatchObject({ reason: "Syntax", text: expect.stringContaining(String(text.length)) })
    for (const input of [undefined, null, 1, {}])
      expect(
        await verifySiwx({ message: input as unknown as string, signature: "0x00", expected }),
      ).toMatchObject({ reason: "Syntax" })
  })

  it("rejects expectations that would accept anything", async () => {
    const message = print({ blockchain: "Solana", domain: "app.example", address: "A" })
    for (const other of [
      { nonce: undefined },
      { nonce: "" },
      { domain: undefined },
      { domain: "" },
      { now: new Date("soon") },
    ])
      await expect(
        verifySiwx({ message, signature: "", expected: { ...expected, ...other } as typeof expected }),
      ).rejects.toMatchObject({ _tag: "SiwxOptionsError" })
  })

  it("never accepts a changed message or signature", async () => {
    const signature = await sign(text)
    const rpc = { "eip155:1": { request: async () => "0x" } } as const
    const change = (value: string, at: number, by: string) => value.slice(0, at) + by + value.slice(at + 1)
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.nat(),
        fc.oneof(fc.string({ maxLength: 2 }), fc.constantFrom("0", "f", "1b", "00")),
        async (isMessage, nat, by) => {
          const message = isMessage ? change(text, nat % text.length, by) : text
          const changed = isMessage ? signature : change(signature, nat % signature.length, by)
          fc.pre(message !== text || changed.toLowerCase() !== signature)
          // The recovery id has two spellings.
          fc.pre(
            !(
              changed.startsWith(signature.slice(0, -2)) &&
              Number(`0x${changed.slice(-2)}`) === Number(`0x${signature.slice(-2)}`) - 27
            ),
          )
          expect((await verifySiwx({ message, signature: changed, expected, rpc }))._tag).toBe("Invalid")
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe("verifySiwx with EVM accounts", () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const foreign = privateKeyToAccount(`0x${"22".repeat(32)}`)
  const verify = async (request: SiwxProvider["request"], signature?: Hex) =>
    verifySiwx({
      message: text,
      signature: signature ?? (await foreign.signMessage({ message: text })),
      expected,
      rpc: { "eip155:1": { request } },
    })
  const wrapped = async () =>
    concatHex([
      toHex(new Uint8Array(96)),
      await foreign.signMessage({ message: text }),
      `0x${"6492".repeat(16)}`,
    ])

  it("needs no node for the account's own key, with each form of the recovery id", async () => {
    const signature = await sign(text)
    const parity = Number.parseInt(signature.slice(-2), 16) - 27
    for (const form of [
      signature,
      `${signature.slice(0, -2)}0${parity}`,
      signature.toUpperCase().replace("0X", "0x"),
    ])
      expect(
        (
          await verifySiwx({
            message: text,
            signature: form,
            expected,
            rpc: { "eip155:1": { request: () => Promise.reject(new Error("must not be asked")) } },
          })
        )._tag,
      ).toBe("Valid")
  })

  it("needs no node for a signature of 64 bytes: ethers-io/ethers.js#2246", async () => {
    const wrong = privateKeyToAccount(`0x${"22".repeat(32)}`)
    const verdictOf = async (signature: Hex) =>
      (
        await verifySiwx({
          message: text,
          signature: serializeCompactSignature(signatureToCompactSignature(parseSignature(signature))),
          expected,
        })
      )._tag
    expect(await verdictOf(await sign(text))).toBe("Valid")
    expect(await verdictOf(await sign(`${text} `))).toBe("Unknown")
    expect(await verdictOf(await wrong.signMessage({ message: text }))).toBe("Unknown")
  })

  it.each(["", "0x1", "zz", "0xzz", `0x${"00".repeat(70_000)}`])(
    "refuses the signature %.20s, which is not hex",
    async (signature) => {
      expect(await verifySiwx({ message: text, signature, expected })).toMatchObject({
        _tag: "Invalid",
        reason: "SignatureForm",
      })
    },
  )

  it("knows nothing without a node of this chain, because the account may be a contract", async () => {
    const signature = await foreign.signMessage({ message: text })
    for (const rpc of [{}, { rpc: {} }, { rpc: { "eip155:10": { request: async () => "0x" } } }])
      expect(await verifySiwx({ message: text, signature, expected, ...rpc })).toMatchObject({
        _tag: "Unknown",
        reason: "NoNode",
      })
  })

  it.each([
    ["no connection", new TypeError("fetch failed")],
    [
      "an HTTP error that says reverted",
      new HttpRequestError({ url: "http://x", status: 503, details: "execution reverted" }),
    ],
    [
      "a limit",
      new RpcRequestError({ body: {}, url: "http://x", error: { code: -32005, message: "limit exceeded" } }),
    ],
    [
      "an internal error",
      new RpcRequestError({ body: {}, url: "http://x", error: { code: -32603, message: "internal error" } }),
    ],
    [
      "a missing method",
      new RpcRequestError({ body: {}, url: "http://x", error: { code: -32601, message: "not found" } }),
    ],
    [
      "an unknown header",
      new RpcRequestError({
        body: {},
        url: "http://x",
        error: { code: -32000, message: "header not found" },
      }),
    ],
    ["a text", "execution reverted"],
    ["nothing", undefined],
  ])("knows nothing when the node fails with %s", async (_, error) => {
    for (const signature of [undefined, await wrapped()])
      expect(await verify(() => Promise.reject(error), signature)).toMatchObject({
        _tag: "Unknown",
        reason: "NodeFailed",
      })
  })

  it.each([null, undefined, "", 1, {}, "1626ba7e"])(
    "knows nothing when the node responds with %o",
    async (response) => {
      for (const signature of [undefined, await wrapped()])
        expect(await verify(async () => response, signature)).toMatchObject({ reason: "NodeFailed" })
    },
  )

  it.each([
    { code: 3, message: "execution reverted: wrong signature", data: "0x" },
    { code: -32000, message: "execution reverted" },
    { code: -32015, message: "VM execution error: revert" },
    { code: -32603, message: "VM Exception while processing transaction: invalid opcode" },
  ])("refuses when the call reverts with %o", async (error) => {
    for (const signature of [undefined, await wrapped()])
      expect(await verify(() => Promise.reject(error), signature)).toMatchObject({ reason: "Signature" })
  })

  it("refuses a wrapper that cannot be decoded, without a request", async () => {
    const request = vi.fn(async () => "0x")
    for (const content of ["0x", "0xff", toHex(new Uint8Array(200).fill(0xff))] as const)
      expect(await verify(request, concatHex([content, `0x${"8010".repeat(16)}`]))).toMatchObject({
        reason: "Signature",
      })
    expect(request).not.toHaveBeenCalled()
  })

  it("fetches nothing that a contract names", async () => {
    const fetched = vi.fn(() => Promise.reject(new Error("offline")))
    vi.stubGlobal("fetch", fetched)
    const lookup = { code: 3, message: "execution reverted", data: `0x556f1830${"00".repeat(160)}` }
    await verify(() => Promise.reject(lookup), await wrapped())
    await verify(
      () => Promise.reject(lookup),
      concatHex([toHex(new Uint8Array(96)), `0x${"8010".repeat(16)}`]),
    )
    expect(fetched).not.toHaveBeenCalled()
  })

  it("knows nothing after ten seconds without a response", async () => {
    vi.useFakeTimers()
    const verdict = verify(() => new Promise(() => {}))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await verdict).toMatchObject({ reason: "NodeFailed" })
  })

  it("asks a node by its address once", async () => {
    const fetched = vi.fn<typeof fetch>(
      async () =>
        new Response(JSON.stringify({ jsonrpc: "2.0", id: 1, result: "0x" }), {
          headers: { "content-type": "application/json" },
        }),
    )
    vi.stubGlobal("fetch", fetched)
    const options = { message: text, signature: await foreign.signMessage({ message: text }), expected }
    expect(await verifySiwx({ ...options, rpc: { "eip155:1": "https://node.example" } })).toMatchObject({
      reason: "Signature",
    })
    expect(fetched.mock.calls[0]?.[0]).toBe("https://node.example/")
    // Where a redirect leads, no operator has named.
    expect(new Request(...(fetched.mock.calls[0] ?? [""])).redirect).toBe("error")
    fetched.mockImplementation(async () => new Response("busy", { status: 429 }))
    expect(await verifySiwx({ ...options, rpc: { "eip155:1": "https://node.example" } })).toMatchObject({
      reason: "NodeFailed",
    })
    expect(fetched).toHaveBeenCalledTimes(2)
  })
})

describe("verifySiwx with Solana accounts", () => {
  const secret = new Uint8Array(32).fill(3)
  const address = base58.encode(ed25519.getPublicKey(secret))
  const solana: SiwxMessage = {
    blockchain: "Solana",
    domain: "app.example",
    address,
    nonce: expected.nonce,
    chainId: "mainnet",
  }
  const message = print(solana)
  const bytes = ed25519.sign(new TextEncoder().encode(message), secret)

  it("accepts base58 and base64", async () => {
    for (const signature of [base58.encode(bytes), base64.encode(bytes)])
      expect(await verifySiwx({ message, signature, expected })).toMatchObject({
        _tag: "Valid",
        chainId: "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
      })
  })

  it("accepts each name of a network, and none of another chain", async () => {
    const verify = (chainId: string) => {
      const text = print({ ...solana, chainId })
      const signature = base58.encode(ed25519.sign(new TextEncoder().encode(text), secret))
      return verifySiwx({
        message: text,
        signature,
        expected: { ...expected, chains: ["solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"] },
      })
    }
    for (const chainId of ["mainnet", "solana:mainnet", "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"])
      expect([chainId, (await verify(chainId))._tag]).toEqual([chainId, "Valid"])
    for (const chainId of ["devnet", "eip155:1", "eip155:mainnet", "constructor"])
      expect({ asked: chainId, ...(await verify(chainId)) }).toMatchObject({
        asked: chainId,
        reason: "Chain",
      })
  })

  it("refuses a message without the chain and the nonce that are expected", async () => {
    for (const [field, reason] of [
      ["chainId", "Chain"],
      ["nonce", "Nonce"],
    ] as const) {
      const { [field]: _, ...others } = solana
      const text = print(others)
      const signature = base58.encode(ed25519.sign(new TextEncoder().encode(text), secret))
      expect(
        await verifySiwx({
          message: text,
          signature,
          expected: { ...expected, chains: ["solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"] },
        }),
      ).toMatchObject({ reason })
    }
  })

  it("refuses other signatures and forms", async () => {
    const other = bytes.slice()
    other[0] = (other[0] ?? 0) ^ 1
    expect(await verifySiwx({ message, signature: base58.encode(other), expected })).toMatchObject({
      reason: "Signature",
    })
    for (const signature of ["", "0x00", base58.encode(bytes.subarray(1)), "1".repeat(100_000)])
      expect(await verifySiwx({ message, signature, expected })).toMatchObject({ reason: "SignatureForm" })
  })

  it("refuses a key of small order, which would verify any message", async () => {
    // The neutral element: R = identity, S = 0 satisfies the equation without the strict rules.
    const identity = Uint8Array.of(1, ...new Uint8Array(31))
    const text = print({ ...solana, address: base58.encode(identity) })
    const signature = base58.encode(Uint8Array.of(...identity, ...new Uint8Array(32)))
    expect(ed25519.verify(base58.decode(signature), new TextEncoder().encode(text), identity)).toBe(true)
    expect(await verifySiwx({ message: text, signature, expected })).toMatchObject({ reason: "Signature" })
  })

  it("refuses an address that is no key", async () => {
    const text = print({ ...solana, address: "A" })
    expect(await verifySiwx({ message: text, signature: base58.encode(bytes), expected })).toMatchObject({
      reason: "Address",
    })
  })
})

describe("verifySiwx with other chains", () => {
  it("knows nothing about signatures of Polkadot", async () => {
    const message = print({
      blockchain: "Polkadot",
      domain: "app.example",
      address: "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5",
      nonce: expected.nonce,
    })
    expect(await verifySiwx({ message, signature: "0x00", expected })).toMatchObject({
      _tag: "Unknown",
      reason: "UnsupportedChain",
    })
  })
})
