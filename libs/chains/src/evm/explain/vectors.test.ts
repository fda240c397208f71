import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { type Hex, keccak256, parseTransaction } from "viem"
import { describe, expect, it } from "vitest"
import type { Explanation } from "../../contract/Explanation.ts"
import { indexDescriptors } from "./DescriptorIndex.ts"
import { bundledDescriptors } from "./descriptors/bundledDescriptors.ts"
import { explainCall } from "./explainCall.ts"
import { explainTypedData } from "./explainTypedData.ts"

const vectors = join(import.meta.dirname, "../../../../../vectors/erc7730")

interface Expected {
  readonly intent: string
  readonly owner: string | null
  readonly fields: readonly { readonly label: string; readonly value: string | Expected }[]
}
interface TokenVector {
  readonly decimals: number
  readonly name: string
  readonly symbol: string
}
interface VectorTest {
  readonly description: string
  /** An unsigned transaction: who sends it is not known. */
  readonly rawTx?: Hex
  readonly data?: object
  readonly expected: Expected
}
interface VectorFile {
  readonly dataProvider?: {
    readonly tokens?: Readonly<Record<string, TokenVector>>
    readonly addressNames?: Readonly<Record<string, string>>
    readonly ensNames?: Readonly<Record<string, string>>
  }
  readonly tests: readonly VectorTest[]
}

const read = (path: string) => JSON.parse(readFileSync(path, "utf8"))

const registryUrls = ["ercs", "registry"].flatMap((folder) =>
  readdirSync(join(vectors, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name}`)
    .filter((name) => name.endsWith(".json")),
)
const isTest = (url: string) => /\/tests(v2)?\//.test(url)

/**
 * What is explained in another way than the registry's tests expect, on purpose: `expected` stands for the registry's
 * words.
 */
const others: Readonly<Record<string, string>> = {
  "registry/permit/testsv2/eip712-permit-avalanche_c_chain-yetiswap.tests.json: Authorize spending of tokens":
    "its domain lacks the version that its type declares: wallets hash it differently",
  "registry/rarible/testsv2/eip712-rarible-exchange-v2-meta-tx.tests.json: Meta Transaction":
    "its domain signs no chain, and its descriptor hides the call that is signed",
}

const allTests = registryUrls
  .filter((url) => url.includes("/testsv2/"))
  .flatMap((url) => {
    const { dataProvider, tests }: VectorFile = read(join(vectors, url))
    return tests.map((test) => ({ name: `${url}: ${test.description}`, test, provider: dataProvider ?? {} }))
  })

const sender = `0x${"f".repeat(40)}`
const currencies: Readonly<Record<string, string>> = { 56: "BNB", 137: "POL" }
const warn = (text: string) => expect.unreachable(text)
const bundled = indexDescriptors([], bundledDescriptors, warn)
/** The registry alone, for the tests of files that ours precede or replace, because ours say more. */
const registry = indexDescriptors(
  [],
  registryUrls.filter((url) => !isTest(url)).map((url) => ({ url, descriptor: read(join(vectors, url)) })),
  warn,
)
const isPreceded = (name: string) => /\/permit\/.*[-_]x?dai\b|\/weth\//.test(name)

const toLowerKeys = <A>(table: Readonly<Record<string, A>> = {}): ReadonlyMap<string, A> =>
  new Map(Object.entries(table).map(([key, value]) => [key.toLowerCase(), value]))

const explained = ({ name, provider, test }: (typeof allTests)[number]) => {
  const tokens = toLowerKeys(provider.tokens)
  const names = toLowerKeys({ ...provider.addressNames, ...provider.ensNames })
  const sources = {
    token: (address: string) => Effect.succeed(tokens.get(address.toLowerCase()) ?? null),
    getName: (address: string) => names.get(address.toLowerCase()) ?? null,
    network: (chainId: bigint) => ({
      name: chainId === 1n ? "Ethereum" : `Network ${chainId}`,
      currency: { symbol: currencies[`${chainId}`] ?? "ETH", decimals: 18 },
    }),
  }
  const explaining = { from: sender, descriptors: isPreceded(name) ? registry : bundled, sources }
  if (test.rawTx === undefined)
    return Effect.runPromise(
      explainTypedData({ ...explaining, chainId: 1n, typedData: JSON.stringify(test.data) }),
    )
  const { chainId, data = "0x", to, value = 0n } = parseTransaction(test.rawTx)
  return Effect.runPromise(
    explainCall({ ...explaining, chainId: BigInt(chainId ?? 1), call: { to: to ?? "", value, data } }),
  )
}

/** Returns the explanation in the registry's words, as far as ours differ everywhere. */
const inTheirWords = ({ fields, intent, owner }: Explanation, expected: Expected): unknown => ({
  intent,
  owner,
  fields: fields
    // Bytes after the parameters are shown, because they are signed.
    .filter(({ label }) => label !== "More data")
    .map(({ label, text, value }, at) => {
      const wanted = expected.fields[at]?.value
      if (value._tag === "Call") {
        // We explain a nested call, or say that it is unknown, where the registry has its bytes.
        if (typeof wanted === "string")
          return { label, value: value.call.digest === keccak256(wanted as Hex) ? wanted : value.call.digest }
        return { label, value: wanted === undefined ? null : inTheirWords(value.call, wanted) }
      }
      return { label, value: text.toLowerCase() === sender ? wanted : toTheirText(text, wanted) }
    }),
})

const toTheirText = (text: string, wanted: unknown) => {
  // An amount has its unit, also where no token is known but the descriptor's own.
  const plain = text
    .replace(/^(\d+) base units.*$/, "$1")
    .replace(/^(.+) \((0x[0-9a-fA-F]{40})\)$/, "$1")
    .replace(/^(\d{4}-\d\d-\d\d)T/, "$1 ")
    .replace(/[“”]/g, "")
  const digits = /^([\d.]+|Unlimited) WCT$/.exec(plain)?.[1]
  if (digits === undefined || typeof wanted !== "string" || !/^\d+$/.test(wanted)) return plain
  return (digits === "Unlimited" ? BigInt(wanted) === 2n ** 256n - 1n : digits.replace(".", "") === wanted)
    ? wanted
    : plain
}

describe("explanations of the ERC-7730 registry's tests", () => {
  const agreed = allTests.filter(({ name }) => others[name] === undefined)

  it.each(agreed)("returns the expected intent, labels and values: $name", async (one) => {
    const { intent, owner, fields } = one.test.expected
    expect(inTheirWords(await explained(one), one.test.expected)).toEqual({
      intent,
      owner,
      fields: fields.map(toPlainField),
    })
  })

  it.each(allTests.filter(({ name }) => others[name] !== undefined))(
    "does not read what wallets sign differently or what is hidden: $name",
    async (one) => {
      expect((await explained(one)).intent).toBeNull()
    },
  )

  it("covers all tests of the registry", () => {
    expect([allTests.length, agreed.length]).toEqual([296, 294])
  })

  it("bundles every descriptor of the registry as it is there", () => {
    const found = new Map(bundledDescriptors.map(({ descriptor, url }) => [url, descriptor]))
    const unused = /^ercs\/calldata-erc(4626|7540)|\/permit\/(?!common).*[-_]x?dai\b/
    const urls = registryUrls.filter((url) => !isTest(url))
    expect(urls.length).toBe(270)
    for (const url of urls) {
      const file = read(join(vectors, url))
      // Files that read nothing by themselves apply to nothing.
      const context = unused.test(url) ? {} : file.context
      expect({ url, ...Object(found.get(url)) }).toEqual({ ...file, url, context })
    }
  })
})

const toPlainField = ({ label, value }: Expected["fields"][number]): Expected["fields"][number] => ({
  label,
  value:
    typeof value === "string"
      ? value.replace(/^(\d{4}-\d\d-\d\d)T/, "$1 ")
      : { intent: value.intent, owner: value.owner, fields: value.fields.map(toPlainField) },
})
