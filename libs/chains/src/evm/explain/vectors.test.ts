import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { type Hex, parseTransaction } from "viem"
import { describe, expect, it } from "vitest"
import { readDescriptors } from "./Descriptors.ts"
import { bundled } from "./descriptors/bundled.ts"
import { explainCall } from "./explainCall.ts"

const vectors = join(
  process.env["WMODAL_VECTORS"] ?? join(import.meta.dirname, "../../../../../../shared/vectors"),
  "erc7730",
)
const why = "the ERC-7730 vectors are not here; point WMODAL_VECTORS at them"
const router = join(vectors, "registry/1inch")

interface Tests {
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

/** Every test of a folder, explained with the descriptors that lie there and the tokens that the tests know. */
const explained = async (folder: string, tokensFrom: string) => {
  const files = ["ercs", "registry/1inch"].flatMap((at) =>
    readdirSync(join(vectors, at))
      .filter((name) => name.endsWith(".json"))
      .map((name) => ({ url: `${at}/${name}`, descriptor: read(join(vectors, at, name)) })),
  )
  const descriptors = readDescriptors(files, (text) => expect.unreachable(text))
  const tests: readonly Tests[] = readdirSync(join(router, folder)).map((name) =>
    read(join(router, folder, name)),
  )
  const tokens = readdirSync(join(router, tokensFrom)).flatMap((name) =>
    Object.entries((read(join(router, tokensFrom, name)) as Tests).dataProvider?.tokens ?? {}),
  )
  return Promise.all(
    tests
      .flatMap(({ tests }) => tests)
      .map(async (test) => {
        const { chainId, data = "0x", to, value = 0n } = parseTransaction(test.rawTx)
        const explanation = await Effect.runPromise(
          explainCall({
            chainId: BigInt(chainId ?? 0),
            from: `0x${"f".repeat(40)}`,
            call: { to: to ?? "", value, data },
            descriptors,
            read: {
              token: (address) =>
                Effect.succeed(tokens.find(([token]) => token === address.toLowerCase())?.[1] ?? null),
              nameOf: () => null,
              network: () => ({ name: "Ethereum", currency: { symbol: "ETH", decimals: 18 } }),
            },
          }),
        )
        return { test, explanation }
      }),
  )
}

describe("the public ERC-7730 vectors", () => {
  it("are explained word by word", async ({ annotate, skip }) => {
    if (!existsSync(vectors)) skip(why)
    const all = await explained("testsv2", "testsv2")
    const passed = all.filter(({ explanation, test }) => {
      const { fields, intent, owner } = explanation
      expect({ intent, owner, fields: fields.map(({ label, text }) => ({ label, value: text })) }).toEqual(
        test.expected,
      )
      return true
    })
    await annotate(`${passed.length} of ${all.length} passed`)
    expect(all.length).toBeGreaterThan(0)
  })

  it("of version 1 show the values that devices show", async ({ annotate, skip }) => {
    if (!existsSync(vectors)) skip(why)
    const all = await explained("tests", "testsv2")
    const passed = all.filter(({ explanation, test }) => {
      // Devices break lines anywhere: what they show is compared without white space.
      const shown = (test.expectedTexts ?? []).join("").replace(/\s/g, "")
      const [sent, received] = explanation.fields.map(({ text }) => text.replace(/\s/g, ""))
      expect(shown).toContain(explanation.intent)
      expect(shown).toContain(`AmounttoSend${sent}`)
      expect(shown).toContain(`MinimumtoReceive${received}`)
      return true
    })
    await annotate(`${passed.length} of ${all.length} passed`)
    expect(all.length).toBeGreaterThan(0)
  })

  it("come along as they are, byte for byte", ({ skip }) => {
    if (!existsSync(vectors)) skip(why)
    const copies = [
      "ercs/calldata-erc20-tokens.json",
      "ercs/calldata-erc721-nfts.json",
      "ercs/eip712-erc2612-permit.json",
      "registry/1inch/calldata-AggregationRouterV5.json",
    ]
    for (const url of copies) {
      const copy = join(import.meta.dirname, "descriptors/registry", url.replace("registry/", ""))
      expect(readFileSync(copy, "utf8")).toBe(readFileSync(join(vectors, url), "utf8"))
      expect(bundled.find((file) => file.url === url)?.descriptor).toEqual(read(copy))
    }
  })
})
