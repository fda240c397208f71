import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parseBitcoinUri, parseEthereumUri } from "@wmodal/protocol"
import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { chainRules } from "./rules.ts"

const readVectors = (name: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../../vectors/uris/${name}.json`), "utf8"))

const evm = "0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb"
const contract = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
const ether = { address: null, decimals: 18 }

describe("toPaymentUri", () => {
  it("writes the public ERC-681 vectors again, with the network that a request names", () => {
    const { vectors } = z.object({ vectors: z.array(z.string()) }).parse(readVectors("erc681"))
    const parsed = vectors.map((uri) => Result.getOrThrow(parseEthereumUri(uri)))
    const written = parsed.map(({ arguments: [to, units], target, value = 0n }) =>
      chainRules.eip155.toPaymentUri({
        network: { id: 1 },
        address: to === undefined ? target : String(to.value),
        token: { address: to === undefined ? null : target, decimals: 18 },
        amount: units === undefined ? value : BigInt(units.value),
      }),
    )
    expect(written.map((uri) => Result.getOrThrow(parseEthereumUri(uri ?? "")))).toEqual(
      parsed.map((link) => ({ ...link, chainId: 1 })),
    )
    expect(vectors).toHaveLength(2)
  })

  it("writes the public BIP-21 vectors again, without the texts for the payer", () => {
    const { vectors } = z
      .object({ vectors: z.array(z.object({ uri: z.string(), valid: z.boolean() })) })
      .parse(readVectors("bip21"))
    const links = vectors.flatMap(({ uri }) => Result.getOrElse(parseBitcoinUri(uri), () => []))
    const requests = links.filter(({ amount }) => amount !== undefined)
    expect(requests).toHaveLength(2)
    for (const { address, amount = 0n } of requests)
      expect(
        chainRules.bip122.toPaymentUri({
          network: { id: "0" },
          address,
          token: { address: null, decimals: 8 },
          amount,
        }),
      ).toBe(`bitcoin:${address}?amount=${amount === 5_000_000_000n ? "50" : "20.3"}`)
  })

  it("names recipient, network and token of an ERC-20 payment", () => {
    const request = { network: { id: 137 }, address: evm, amount: 1_500_000n }
    expect(chainRules.eip155.toPaymentUri({ ...request, token: { address: contract, decimals: 6 } })).toBe(
      `ethereum:${contract}@137/transfer?address=${evm}&uint256=1500000`,
    )
  })

  it("writes what is parsed back, for any amount of the native currency", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
        fc.integer({ min: 1, max: 2 ** 40 }),
        (amount, id) => {
          const uri = chainRules.eip155.toPaymentUri({ network: { id }, address: evm, token: ether, amount })
          expect(Result.getOrThrow(parseEthereumUri(uri ?? ""))).toEqual({
            target: evm,
            chainId: id,
            arguments: [],
            value: amount,
          })
        },
      ),
    )
  })

  it("returns null on a chain without such links, and for tokens on Bitcoin", () => {
    const request = { network: { id: "0" }, address: evm, amount: 1n }
    expect(chainRules.polkadot.toPaymentUri({ ...request, token: ether })).toBe(null)
    expect(chainRules.bip122.toPaymentUri({ ...request, token: { address: contract, decimals: 6 } })).toBe(
      null,
    )
  })
})
