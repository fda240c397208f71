import * as fc from "fast-check"
import { type Hex, serializeTransaction, toRlp } from "viem"
import { describe, expect, it } from "vitest"
import { decodeSignedChainId } from "./signedTransaction.ts"

const to = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8"
const word = (fill: string): Hex => `0x${fill.repeat(32)}`

describe("decodeSignedChainId", () => {
  it("returns null for an unsigned transaction of EIP-155, which has the chain id in place of a signature", () => {
    const [chainId, none] = ["0x64", "0x"] as const
    const fields = ["0x", "0x01", "0x5208", to, "0x05", "0x"] as const
    expect(decodeSignedChainId(toRlp([...fields, chainId, none, none]))).toBe(null)
    expect(decodeSignedChainId(toRlp([...fields, chainId, word("11"), word("22")]))).toMatchObject({
      chainId: 32n,
    })
  })

  it("returns the chain id of a signed transaction that delegates the account", () => {
    const authorization = fc.record({
      address: fc.constant(to),
      chainId: fc.nat(),
      nonce: fc.nat(),
      r: fc
        .bigInt({ min: 1n, max: 2n ** 256n - 1n })
        .map((r): Hex => `0x${r.toString(16).padStart(64, "0")}`),
      s: fc.constant(word("22")),
      yParity: fc.constantFrom(0, 1),
    })
    fc.assert(
      fc.property(fc.integer({ min: 1 }), fc.array(authorization, { maxLength: 3 }), (chainId, list) => {
        const raw = serializeTransaction(
          { type: "eip7702", chainId, to, nonce: 3, maxFeePerGas: 1n, authorizationList: list },
          { r: word("11"), s: word("22"), yParity: 1 },
        )
        expect(decodeSignedChainId(raw)).toEqual({ raw, chainId: BigInt(chainId) })
      }),
    )
  })

  it.each<[string, Hex]>([
    ["a byte with the prefix of a longer text", "0x8101"],
    ["a length in more bytes than it needs", "0xb801"],
    ["a number with a leading zero", "0x820001"],
  ])("returns null for %s, which viem reads", (_, nonce) => {
    const encode = (first: Hex): Hex => {
      const rest = toRlp(["0x", "0x01", "0x5208", to, "0x05", "0x", [], "0x01", word("11"), word("22")])
      const body = `01${first.slice(2)}${rest.slice(6)}`
      return `0x02f8${(body.length / 2).toString(16)}${body}`
    }
    expect(decodeSignedChainId(encode("0x01"))).toMatchObject({ chainId: 1n })
    expect(decodeSignedChainId(encode(nonce === "0xb801" ? "0xb80101" : nonce))).toBe(null)
  })
})
