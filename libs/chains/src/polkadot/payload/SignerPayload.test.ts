import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readSignerPayload } from "./SignerPayload.ts"

const base = {
  address: "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5",
  blockHash: `0x${"ab".repeat(32)}`,
  blockNumber: "0x01786b29",
  era: "0xd501",
  genesisHash: "0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3",
  method: `0x050300${"8e".repeat(32)}0700d6117e03`,
  nonce: "0x0000001b",
  signedExtensions: ["CheckMortality", "CheckNonce", "ChargeTransactionPayment", "CheckMetadataHash"],
  specVersion: "0x000f4dfc",
  tip: "0x00",
  transactionVersion: "0x1a",
  version: 4,
}
const metadataHash = `0x${"cd".repeat(32)}`

describe("readSignerPayload", () => {
  it.each([
    ["a symbol", Symbol("4")],
    ["an object", { toString: (): string => "4" }],
    ["a list", [4]],
  ])("throws invalid params when the version is %s", (_, version) => {
    expect(() => readSignerPayload({ ...base, version })).toThrow(expect.objectContaining({ code: -32602 }))
  })

  it.each<[form: string, given: object, read: object]>([
    [
      "numbers of polkadot-api",
      { nonce: 27, specVersion: 1_003_004, transactionVersion: 26 },
      { nonce: "0x1b", specVersion: "0x0f4dfc" },
    ],
    [
      "decimals",
      { nonce: "27", tip: "1000", specVersion: "1003004" },
      { nonce: "0x1b", tip: "0x03e8", specVersion: "0x0f4dfc" },
    ],
    ["bigints", { tip: 10n ** 20n }, { tip: "0x056bc75e2d63100000" }],
    ["decimals with zeros", { nonce: "0027" }, { nonce: "0x1b" }],
    ["capitals", { method: `0X${base.method.slice(2).toUpperCase()}`, nonce: "0X0000001B" }, {}],
    ["no tip", { tip: undefined }, {}],
    ["a null tip", { tip: null }, {}],
    ["an empty tip", { tip: "0x" }, {}],
    [
      "no members for a fee in another asset and for metadata",
      { assetId: null, metadataHash: null, mode: 0 },
      { mode: 0 },
    ],
    ["an asset that is no value", { assetId: "0x" }, {}],
    ["metadata in mode 1", { mode: 1, metadataHash }, { mode: 1, metadataHash }],
    ["modes and versions as text", { mode: "0x00", version: "4" }, { mode: 0 }],
    ["surplus members", { other: 1, runtimeVersion: {}, toJSON: null }, {}],
  ])("returns one form for %s", (_, given, read) => {
    expect(readSignerPayload({ ...base, ...given })).toEqual({ ...base, ...read })
  })

  it.each<[form: string, given: object, text: string]>([
    ...[
      "blockHash",
      "blockNumber",
      "era",
      "genesisHash",
      "method",
      "nonce",
      "specVersion",
      "transactionVersion",
    ].flatMap((name) =>
      [undefined, null, "", "0x"].map((value): [string, object, string] => [
        `no ${name} (${value})`,
        { [name]: value },
        `${name} is missing`,
      ]),
    ),
    ...["blockHash", "era", "genesisHash", "method"].flatMap((name) =>
      ["0xzz", 7, {}, [], "ab"].map((value): [string, object, string] => [
        `${name} ${value}`,
        { [name]: value },
        `${name} is not valid 0x-hex`,
      ]),
    ),
    ...["blockNumber", "nonce", "specVersion", "tip", "transactionVersion"].flatMap((name) =>
      ["1b", "0xzz", -1, 1.5, "1e3", {}, [5], true].map((value): [string, object, string] => [
        `${name} ${value}`,
        { [name]: value },
        `${name} is not a valid number`,
      ]),
    ),
    ["a version of more than 32 bits", { specVersion: "0x1000f4dfc" }, "specVersion is too large"],
    ["a nonce of more than 32 bits", { nonce: 2 ** 33 }, "nonce is too large"],
    ["a tip of more than 128 bits", { tip: `0x1${"0".repeat(32)}` }, "tip is too large"],
    ["metadata without a mode", { metadataHash }, "mode and metadataHash contradict"],
    ["metadata in mode 0", { metadataHash, mode: 0 }, "mode and metadataHash contradict"],
    ["mode 1 without metadata", { mode: 1 }, "mode and metadataHash contradict"],
    ["mode 2", { mode: 2 }, "mode is neither 0 nor 1"],
    ["another asset by its number", { assetId: 1984 }, "assetId is not valid 0x-hex"],
    ["another asset as an object", { assetId: { parents: 0 } }, "assetId is not valid 0x-hex"],
    ["version 5", { version: 5 }, "version is not 4"],
    ["no version", { version: undefined }, "version is not 4"],
    ["no extensions", { signedExtensions: undefined }, "signedExtensions is not a valid list"],
    [
      "an extension that is no name",
      { signedExtensions: ["CheckNonce", 5] },
      "signedExtensions is not a valid list",
    ],
    [
      "an extension with an endless name",
      { signedExtensions: ["x".repeat(101)] },
      "signedExtensions is not a valid list",
    ],
    [
      "too many extensions",
      { signedExtensions: Array.from({ length: 101 }, () => "x") },
      "signedExtensions is not a valid list",
    ],
    ["no address", { address: undefined }, "address is not a valid address"],
    ["an endless address", { address: "1".repeat(121) }, "address is not a valid address"],
  ])("refuses %s by name", (_, given, text) => {
    expect(() => readSignerPayload({ ...base, ...given })).toThrow(text)
  })

  it("throws only errors for dApps, whatever the value", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.anything(), fc.dictionary(fc.constantFrom(...Object.keys(base)), fc.anything())),
        (value) => {
          expect(() => readSignerPayload(value)).toThrow(expect.objectContaining({ code: -32602 }))
        },
      ),
    )
  })
})

const numbers = { blockNumber: 32, nonce: 32, specVersion: 32, tip: 128, transactionVersion: 32 } as const

const numberForm = fc.constantFrom<(value: bigint) => unknown>(
  (value) => `0x${value.toString(16)}`,
  (value) => `0X000${value.toString(16).toUpperCase()}`,
  (value) => `${value}`,
  (value) => (value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value),
)
const surplus = fc.constantFrom<object>(
  {},
  { assetId: null, metadataHash: null },
  { mode: 0, hello: 1 },
  { assetId: "0x", mode: null },
)

it("reads what the dApp meant, however it writes a transaction", () => {
  fc.assert(
    fc.property(
      fc.record({
        blockNumber: fc.bigInt(0n, 2n ** 32n - 1n),
        nonce: fc.bigInt(0n, 2n ** 32n - 1n),
        specVersion: fc.bigInt(0n, 2n ** 32n - 1n),
        tip: fc.bigInt(0n, 2n ** 128n - 1n),
        transactionVersion: fc.bigInt(0n, 2n ** 32n - 1n),
      }),
      fc.array(numberForm, { minLength: 5, maxLength: 5 }),
      surplus,
      fc.boolean(),
      (meant, forms, rest, isUpper) => {
        const written = Object.entries(meant).map(([name, value], at) => [name, forms[at]?.(value)])
        const method = isUpper ? base.method.toUpperCase() : base.method
        const {
          assetId,
          blockHash,
          era,
          genesisHash,
          metadataHash: said,
          method: call,
          ...read
        } = readSignerPayload({
          ...base,
          ...rest,
          method,
          ...Object.fromEntries(written),
        })
        expect([assetId, said, blockHash, era, genesisHash, call]).toEqual([
          undefined,
          undefined,
          base.blockHash,
          base.era,
          base.genesisHash,
          base.method,
        ])
        for (const name of Object.keys(numbers) as (keyof typeof numbers)[]) {
          // A decimal would be read as hex by some wallets.
          expect(read[name]).toMatch(/^0x[0-9a-f]+$/)
          expect(BigInt(read[name])).toBe(meant[name])
        }
      },
    ),
  )
})

it("refuses a number that a signature has no room for", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("nonce", "specVersion", "transactionVersion"),
      fc.bigInt(2n ** 32n, 2n ** 128n),
      numberForm,
      (name, value, write) => {
        expect(() => readSignerPayload({ ...base, [name]: write(value) })).toThrow(`${name} is`)
      },
    ),
  )
})
