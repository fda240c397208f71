import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { formatBitcoinUri } from "./BitcoinUri.ts"
import { formatEthereumUri } from "./EthereumUri.ts"
import { type PaymentUri, parsePaymentUri } from "./PaymentUri.ts"
import { formatSolanaUri } from "./SolanaUri.ts"

const evm = "0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb"
const usdc = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
const segwit = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
const sun = "7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv"
const mint = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"

const parsed = (text: string) => parsePaymentUri(text)
const parsedLink = (text: string) => {
  const link = parsed(text)
  if (link === null) throw new Error(`${text} is no payment link.`)
  return link
}
const read = (text: string) => Result.getOrThrow(parsedLink(text))
const refused = (text: string) => Result.getOrThrow(Result.flip(parsedLink(text)))

const units = (amount: bigint) => ({ _tag: "Units", units: amount }) as const
const plain = { network: null, references: [], unused: [] }

describe("parsePaymentUri", () => {
  it.each<readonly [string, PaymentUri]>([
    [`ethereum:${evm}`, { ...plain, namespace: "eip155", recipient: evm }],
    [`ethereum:${evm}@10`, { ...plain, namespace: "eip155", network: "eip155:10", recipient: evm }],
    [
      `ethereum:pay-alice.eth?value=2.014e18`,
      {
        ...plain,
        namespace: "eip155",
        recipient: "alice.eth",
        token: null,
        amount: units(2_014_000_000_000_000_000n),
      },
    ],
    [
      `ethereum:${usdc}@1/transfer?address=${evm}&uint256=5e6`,
      {
        ...plain,
        namespace: "eip155",
        network: "eip155:1",
        recipient: evm,
        token: usdc,
        amount: units(5_000_000n),
      },
    ],
    [
      `ethereum:${usdc}/transfer?address=alice.eth`,
      { ...plain, namespace: "eip155", recipient: "alice.eth", token: usdc },
    ],
    [
      `ethereum:${evm}?value=1&gas=21000&gasPrice=1e9`,
      {
        ...plain,
        namespace: "eip155",
        recipient: evm,
        token: null,
        amount: units(1n),
        unused: ["gasLimit", "gasPrice"],
      },
    ],
    [
      `BITCOIN:${segwit}?AMOUNT=0.5&label=Shop&lightning=LNBC1`,
      {
        ...plain,
        namespace: "bip122",
        recipient: segwit,
        token: null,
        amount: units(50_000_000n),
        label: "Shop",
        unused: ["lightning"],
      },
    ],
    [`solana:${sun}?label=Shop:7`, { ...plain, namespace: "solana", recipient: sun, label: "Shop:7" }],
    [
      `solana:${sun}?amount=1.5&spl-token=${mint}&reference=${mint}&memo=order-7&message=Tea`,
      {
        ...plain,
        namespace: "solana",
        recipient: sun,
        token: mint,
        amount: { _tag: "Whole", text: "1.5" },
        references: [mint],
        memo: "order-7",
        message: "Tea",
      },
    ],
    [
      `solana:${sun}?reference=${mint}`,
      { ...plain, namespace: "solana", recipient: sun, token: null, references: [mint] },
    ],
  ])("returns everything that %j requests", (text, payment) => {
    expect(read(text)).toEqual(payment)
  })

  it.each([
    ["ethereum:0x12", { _tag: "Form" }],
    ["bitcoin:?lno=abc", { _tag: "Required", name: "lno" }],
    ["solana:shop", { _tag: "Form" }],
    [`bitcoin:${segwit}?req-new=1`, { _tag: "Required", name: "req-new" }],
    [`bitcoin:${segwit}?amount=1&amount=2`, { _tag: "Parameter", name: "amount" }],
    [`bitcoin:${segwit}?amount=1e3`, { _tag: "Parameter", name: "amount" }],
    [`ethereum:${evm}?amount=1`, { _tag: "Parameter", name: "amount" }],
    [`ethereum:${usdc}/approve?address=${evm}&uint256=1`, { _tag: "Call", name: "approve" }],
    [`ethereum:${usdc}/transfer`, { _tag: "Call", name: "transfer" }],
    [`ethereum:${usdc}/transfer?uint256=1&address=${evm}`, { _tag: "Call", name: "transfer" }],
    [`ethereum:${usdc}/transfer?address=${evm}&uint8=1`, { _tag: "Call", name: "transfer" }],
    [`ethereum:${usdc}/transfer?address=${evm}&uint256=1&uint256=2`, { _tag: "Call", name: "transfer" }],
    [`ethereum:${usdc}/transfer?address=${evm}&uint256=1&value=1`, { _tag: "Parameter", name: "value" }],
    [`ethereum:pay-usdc.eth/transfer?address=${evm}&uint256=1`, { _tag: "Parameter", name: "usdc.eth" }],
    [`solana:${sun}?amount=1e3`, { _tag: "Parameter", name: "amount" }],
    [
      "solana:https%3A%2F%2Fshop.example%2Fpay%3Forder%3D7",
      {
        _tag: "TransactionRequest",
        namespace: "solana",
        host: "shop.example",
        url: "https://shop.example/pay?order=7",
      },
    ],
    [
      "solana:https://shop.example/pay",
      {
        _tag: "TransactionRequest",
        namespace: "solana",
        host: "shop.example",
        url: "https://shop.example/pay",
      },
    ],
  ])("refuses %j by name", (text, reason) => {
    expect(refused(text)).toEqual(reason)
  })

  it.each([evm, `eip155:1:${evm}`, `solana:mainnet:${sun}`, "alice.eth", "", "solana"])(
    "returns null for %j, which is no payment link",
    (text) => {
      expect(parsed(text)).toBe(null)
    },
  )

  it("reads the public BIP-21 and ERC-681 vectors", () => {
    const vectors = (name: string): { readonly vectors: readonly unknown[] } =>
      JSON.parse(readFileSync(join(import.meta.dirname, `../../../vectors/uris/${name}.json`), "utf8"))
    const bip21 = z
      .array(z.object({ uri: z.string(), valid: z.boolean() }))
      .parse(vectors("bip21").vectors)
      .map(({ uri, valid }) => [valid, parsed(uri)] as const)
    expect(bip21.every(([valid, link]) => link !== null && Result.isSuccess(link) === valid)).toBe(true)
    expect(
      bip21.flatMap(([, link]) => (link && Result.isSuccess(link) ? [link.success.unused] : [])),
    ).toEqual([[], [], [], [], ["somethingyoudontunderstand", "somethingelseyoudontget"]])
    expect(z.array(z.string()).parse(vectors("erc681").vectors).map(read)).toMatchObject([
      { recipient: "0x8e23ee67d1332ad560396262c48ffbb01f93d052", amount: units(1n) },
      { recipient: "0xfb6916095ca1df60bb79Ce92ce3ea74c37c5d359", token: null },
    ])
  })

  it("reads back every link that this product writes", () => {
    const amount = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
    fc.assert(
      fc.property(
        amount,
        fc.nat({ max: 18 }),
        fc.integer({ min: 1, max: 2 ** 40 }),
        (value, decimals, id) => {
          expect(read(formatBitcoinUri({ address: segwit, amount: value }))).toMatchObject({
            recipient: segwit,
            token: null,
            amount: units(value),
          })
          for (const token of [null, usdc]) {
            expect(read(formatEthereumUri({ address: evm, chainId: id, token, amount: value }))).toEqual({
              ...plain,
              namespace: "eip155",
              network: `eip155:${id}`,
              recipient: evm,
              token,
              amount: units(value),
            })
          }
          for (const address of [null, mint]) {
            const uri = formatSolanaUri({ recipient: sun, amount: value, token: { address, decimals } })
            const link = read(uri)
            expect(link).toMatchObject({ recipient: sun, token: address, unused: [] })
            const [whole = "", fraction = ""] =
              link.amount?._tag === "Whole" ? link.amount.text.split(".") : []
            expect(BigInt(whole + fraction.padEnd(decimals, "0"))).toBe(value)
          }
        },
      ),
    )
  })
})
