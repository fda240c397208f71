import { describe, expect, it } from "vitest"
import { decodeTypedData } from "../explain/data/DecodedTypedData.ts"
import { judgeSignedCalls } from "./signedCalls.ts"

const me = "0x1111111111111111111111111111111111111111"
const contract = "0xC18360217D8F7Ab5e7c516566761Ea12Ce7F9D72"

const judge = (
  primaryType: string,
  members: Readonly<Record<string, readonly [type: string, value: unknown]>>,
) => {
  const decoded = decodeTypedData(
    JSON.stringify({
      primaryType,
      types: {
        EIP712Domain: [{ name: "verifyingContract", type: "address" }],
        [primaryType]: Object.entries(members).map(([name, [type]]) => ({ name, type })),
      },
      domain: { verifyingContract: contract },
      message: Object.fromEntries(Object.entries(members).map(([name, [, value]]) => [name, value])),
    }),
  )
  if (decoded === null) throw new Error("no typed data")
  return judgeSignedCalls(decoded, { chainId: 1n, from: me })
}

/** `transfer` of 1 unit. */
const transferTo = (to: string) =>
  `0xa9059cbb${to.slice(2).toLowerCase().padStart(64, "0")}${"1".padStart(64, "0")}`

describe("judgeSignedCalls", () => {
  it("warns of a token that is sent to its own contract", () => {
    const sent = { to: ["address", contract], data: ["bytes", transferTo(contract)] } as const
    expect(judge("SafeTx", sent).dangers).toEqual([{ _tag: "Giveaway" }])
  })

  it("judges the calls of a Safe as the Safe, and those of others as the signer", () => {
    const sent = { to: ["address", contract], data: ["bytes", "0x"] } as const
    expect(judge("SafeTx", sent)).toEqual({ account: contract, trades: [], dangers: [] })
    expect(judge("Request", sent)).toEqual({ account: me, trades: [], dangers: [] })
  })

  it.each([
    ["a call", "bytes", transferTo(me)],
    ["a list of calls", "bytes[]", [transferTo(me)]],
  ])("warns Blind of %s in a message of which it is not known who executes it", (_, type, data) => {
    expect(judge("Request", { to: ["address", contract], data: [type, data] }).dangers).toEqual([
      { _tag: "Blind" },
    ])
  })

  it("warns of no bytes of a fixed length, which are no call", () => {
    expect(judge("Request", { nonce: ["bytes32", `0x${"1".repeat(64)}`] }).dangers).toEqual([])
  })

  it("warns Blind of a swap whose terms are not known, because no node says what arrives", () => {
    const swap = `0x04e45aaf${"0".repeat(64 * 7)}`
    expect(judge("SafeTx", { to: ["address", contract], data: ["bytes", swap] }).dangers).toContainEqual({
      _tag: "Blind",
    })
  })
})
