import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { type Hex, parseTransaction } from "viem"
import { describe, expect, it } from "vitest"
import { indexDescriptors } from "./DescriptorIndex.ts"
import { bundledDescriptors } from "./descriptors/bundledDescriptors.ts"
import { explainCall } from "./explainCall.ts"

const vectors = join(import.meta.dirname, "../../../../../vectors/erc7730")
const router = join(vectors, "registry/1inch")

interface VectorFile {
  readonly descriptor?: string
  readonly dataProvider?: {
    readonly tokens: Readonly<
      Record<string, { readonly decimals: number; readonly name: string; readonly symbol: string }>
    >
  }
  readonly tests: readonly {
    readonly description: string
    readonly rawTx: Hex
    readonly expectedTexts?: readonly string[]
    readonly expected?: {
      readonly intent: string
      readonly owner: string
      readonly fields: readonly { readonly label: string; readonly value: string }[]
    }
  }[]
}

const read = (path: string) => JSON.parse(readFileSync(path, "utf8"))

const files = (folder: string) => readdirSync(join(vectors, folder))

/** Returns every test of a folder by name. */
const readVectors = (folder: string) =>
  files(`registry/1inch/${folder}`).flatMap((name) => {
    const { tests }: VectorFile = read(join(router, folder, name))
    return tests.map((test) => ({ name: `${folder}/${name}: ${test.description}`, test }))
  })

/** Explains a transaction with the stored descriptors and the tokens of the tests. */
const explained = ({ rawTx }: { readonly rawTx: Hex }) => {
  const all = ["ercs", "registry/1inch"].flatMap((folder) =>
    files(folder)
      .filter((name) => name.endsWith(".json"))
      .map((name) => ({ url: `${folder}/${name}`, descriptor: read(join(vectors, folder, name)) })),
  )
  const tokens = files("registry/1inch/testsv2").flatMap((name) => {
    const { dataProvider }: VectorFile = read(join(router, "testsv2", name))
    return Object.entries(dataProvider?.tokens ?? {})
  })
  const { chainId, data = "0x", to, value = 0n } = parseTransaction(rawTx)
  return Effect.runPromise(
    explainCall({
      chainId: BigInt(chainId ?? 0),
      from: `0x${"f".repeat(40)}`,
      call: { to: to ?? "", value, data },
      descriptors: indexDescriptors(all, (text) => expect.unreachable(text)),
      sources: {
        token: (address) =>
          Effect.succeed(tokens.find(([token]) => token === address.toLowerCase())?.[1] ?? null),
        getName: () => null,
        network: () => ({ name: "Ethereum", currency: { symbol: "ETH", decimals: 18 } }),
      },
    }),
  )
}

describe("explainCall with the ERC-7730 vectors", () => {
  it.each(readVectors("testsv2"))("returns exactly the expected fields: $name", async ({ test }) => {
    const { fields, intent, owner } = await explained(test)
    expect({ intent, owner, fields: fields.map(({ label, text }) => ({ label, value: text })) }).toEqual(
      test.expected,
    )
  })

  it.each(readVectors("tests"))(
    "returns the texts that devices show for version 1: $name",
    async ({ test }) => {
      const { fields, intent } = await explained(test)
      // Devices break lines at any character, so texts are compared without white space.
      const shown = (test.expectedTexts ?? []).join("").replace(/\s/g, "")
      const [sent, received] = fields.map(({ text }) => text.replace(/\s/g, ""))
      expect(shown).toContain(intent)
      expect(shown).toContain(`AmounttoSend${sent}`)
      expect(shown).toContain(`MinimumtoReceive${received}`)
    },
  )

  it("covers all vectors", () => {
    expect([readVectors("testsv2").length, readVectors("tests").length]).toEqual([1, 1])
  })

  it("uses byte-for-byte copies of the registry descriptors", () => {
    const copies = [
      "ercs/calldata-erc20-tokens.json",
      "ercs/calldata-erc721-nfts.json",
      "ercs/eip712-erc2612-permit.json",
      "registry/1inch/calldata-AggregationRouterV5.json",
    ]
    for (const url of copies) {
      const copy = join(import.meta.dirname, "descriptors/registry", url.replace("registry/", ""))
      expect(readFileSync(copy, "utf8")).toBe(readFileSync(join(vectors, url), "utf8"))
      expect(bundledDescriptors.find((file) => file.url === url)?.descriptor).toEqual(read(copy))
    }
  })
})
