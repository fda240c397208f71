import fc from "fast-check"
import { expect, it } from "vitest"
import { parseGuardedRequest } from "./guardProvider.ts"

/** What a dApp means, in the values that a wallet signs. */
interface Meant {
  readonly to: string
  readonly value: bigint
  readonly data: Uint8Array
  readonly gas: bigint
  readonly nonce: bigint
  readonly chainId: number
}

const me = `0x${"ab".repeat(20)}`
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex")

const bytesOf = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const meant: fc.Arbitrary<Meant> = fc.record({
  to: bytesOf(20).map(toHex),
  value: fc.bigInt({ min: 0n, max: 10n ** 30n }),
  data: fc.uint8Array({ minLength: 1, maxLength: 40 }),
  gas: fc.bigInt({ min: 0n, max: 30_000_000n }),
  nonce: fc.bigInt({ min: 0n, max: 100_000n }),
  chainId: fc.integer({ min: 1, max: 2_000_000 }),
})

const prefix = fc.constantFrom("0x", "0X")
const quantityForm = fc.constantFrom("hex", "padded", "capitals", "number").chain((form) =>
  prefix.map((start) => (value: bigint): string | number => {
    const digits = value.toString(16)
    if (form === "number" && value <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(value)
    const written = form === "padded" ? `000${digits}` : digits
    return `${start}${form === "capitals" ? written.toUpperCase() : written}`
  }),
)
const bytesForm = fc
  .constantFrom("0x", "0X", "")
  .chain((start) =>
    fc
      .boolean()
      .map((short) => (hex: string) => `${start}${short && hex.startsWith("0") ? hex.slice(1) : hex}`),
  )

/** One of the ways in which dApps write the same transaction. */
const asked = fc
  .tuple(
    meant,
    quantityForm,
    quantityForm,
    quantityForm,
    bytesForm,
    fc.constantFrom("0x", "0X", ""),
    fc.constantFrom<readonly string[]>(["data"], ["input"], ["data", "input"]),
    fc.constantFrom<readonly string[]>(["gas"], ["gasLimit"], ["gas", "gasLimit"]),
    fc.constantFrom<object>({}, { foo: 1 }, { chain: "x", account: me }, { accessList: null, type: "" }),
    fc.constantFrom<readonly unknown[]>([], ["latest"], [undefined], [null, 1]),
  )
  .map(([mean, value, gas, nonce, data, start, dataNames, gasNames, surplus, rest]) => ({
    mean,
    params: [
      {
        ...surplus,
        from: me,
        to: `${start}${mean.to}`,
        value: value(mean.value),
        nonce: nonce(mean.nonce),
        chainId: nonce(BigInt(mean.chainId)),
        ...Object.fromEntries(dataNames.map((name) => [name, data(toHex(mean.data))])),
        ...Object.fromEntries(gasNames.map((name) => [name, gas(mean.gas)])),
      },
      ...rest,
    ],
  }))

/** Reads the one form that every wallet takes, and nothing else. */
const readStrictly = (sent: unknown) => {
  expect(sent).toEqual({
    from: me,
    to: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
    data: expect.stringMatching(/^0x(?:[0-9a-f]{2})*$/),
    value: expect.stringMatching(/^0x(?:0|[1-9a-f][0-9a-f]*)$/),
    gas: expect.stringMatching(/^0x(?:0|[1-9a-f][0-9a-f]*)$/),
    nonce: expect.stringMatching(/^0x(?:0|[1-9a-f][0-9a-f]*)$/),
    chainId: expect.stringMatching(/^0x[1-9a-f][0-9a-f]*$/),
  })
  return sent
}

it("sends and shows what the dApp meant, however it writes a transaction", () => {
  fc.assert(
    fc.property(asked, ({ mean, params }) => {
      const { network, params: sent, request } = parseGuardedRequest("eth_sendTransaction", params)
      const said = {
        to: `0x${mean.to}`,
        value: `0x${mean.value.toString(16)}`,
        data: `0x${toHex(mean.data)}`,
        gas: `0x${mean.gas.toString(16)}`,
        nonce: `0x${mean.nonce.toString(16)}`,
      }
      expect(sent).toHaveLength(1)
      expect(readStrictly(sent[0])).toMatchObject({ ...said, chainId: `0x${mean.chainId.toString(16)}` })
      expect(network).toBe(`eip155:${mean.chainId}`)
      if (request._tag !== "Transaction") throw new Error("It is reviewed as a call.")
      const { to, ...shown } = request.transaction
      expect({ ...shown, to: to?.toLowerCase() }).toEqual(said)
    }),
    { numRuns: 500 },
  )
})

it("never reads a quantity without 0x as one number when it is another in decimal", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 10n, max: 10n ** 30n }),
      fc.constantFrom("value", "gas", "nonce"),
      (value, name) => {
        const params = [{ from: me, to: me, [name]: `${value}` }]
        expect(() => parseGuardedRequest("eth_sendTransaction", params)).toThrow(`${name} is ambiguous`)
      },
    ),
  )
})

it("sends and shows the same bytes, however a message is written", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 60 }),
      prefix,
      fc.boolean(),
      fc.array(fc.constantFrom(null, "", "password", {}), { maxLength: 3 }),
      (bytes, start, isSwapped, rest) => {
        const message = `${start}${toHex(bytes)}`
        fc.pre(!/^0x[0-9a-f]{40}$/.test(message))
        const asking = [...(isSwapped ? [me, message] : [message, me]), ...rest]
        const { params, request } = parseGuardedRequest("personal_sign", asking)
        expect(params).toEqual([`0x${toHex(bytes)}`, me])
        const text = request._tag === "Message" ? toHex(Buffer.from(request.message)) : null
        expect(request._tag === "MessageBytes" ? request.bytes : `0x${text}`).toBe(`0x${toHex(bytes)}`)
      },
    ),
  )
})
