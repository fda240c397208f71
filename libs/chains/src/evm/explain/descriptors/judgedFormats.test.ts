import type { AbiParameter } from "viem"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { isGiveaway } from "../../dangers/isGiveaway.ts"
import { indexDescriptors } from "../DescriptorIndex.ts"
import { parseSignature } from "../data/FunctionSignature.ts"
import { getValueFields } from "../descriptor/DescriptorField.ts"
import type { CallFormat } from "../descriptor/DescriptorFormat.ts"
import { normalizeUrl, resolveIncludes } from "../descriptor/includes.ts"
import { bundledDescriptors } from "./bundledDescriptors.ts"

const me = "0x1111111111111111111111111111111111111111"
const thief = "2".repeat(40)

const Bound = z.object({
  context: z.object({
    contract: z.object({ deployments: z.array(z.object({ chainId: z.number(), address: z.string() })) }),
  }),
  display: z.object({ formats: z.record(z.string(), z.unknown()) }),
})

/** What says how much comes back at least, and what says who gets it. */
const minimum = /minim|^_?min[A-Z_]|minReturn|outMin/i
const recipient = /beneficiary|recipient|receiver$|onBehalfOf$|^lender$|^for_$|^to$/i
/** A payment or an approval says to whom it goes; borrowed money goes to the sender; POAPs are given away. */
const unjudged = /^(transfer|safeTransfer|approve|borrow|setUserUseReserve|mintToken)/

const files = new Map(bundledDescriptors.map((file) => [normalizeUrl(file.url) ?? "", file]))
const index = indexDescriptors([], bundledDescriptors, (text) => expect.unreachable(text))

/** The formats of all contracts that are known, as they apply there, with their functions. */
const formats = new Map<CallFormat, string>(
  bundledDescriptors.flatMap((file) => {
    const bound = Bound.safeParse(resolveIncludes(file, files))
    if (!bound.success) return []
    return Object.keys(bound.data.display.formats).flatMap((key) => {
      const selector = parseSignature(key)?.selector ?? "0x"
      return bound.data.context.contract.deployments.flatMap(({ address, chainId }) => {
        const [format] = index.calls(selector, BigInt(chainId), address)
        return format === undefined ? [] : [[format, key] as const]
      })
    })
  }),
)

const getNames = (params: readonly AbiParameter[]): readonly string[] =>
  params.flatMap((param) => ["components" in param ? getNames(param.components) : (param.name ?? "")].flat())

const namesOf = ({ fields, signature }: CallFormat) => [
  ...getNames(signature.inputs),
  // Rows of the call itself name its sender or its contract.
  ...getValueFields(fields).flatMap(({ label, path }) => (path?.root === "@" ? [] : [label])),
]

/** Finds the functions whose terms no rule judges, each called with nothing but this word. */
const findUnjudged = (terms: RegExp, word: string) =>
  [...formats]
    .filter(
      ([format, key]) =>
        !format.describesOnly &&
        !unjudged.test(key) &&
        namesOf(format).some((name) => terms.test(name)) &&
        !isGiveaway(`${format.signature.selector}${word.padStart(64, "0").repeat(40)}`, me),
    )
    .map(([, key]) => key)

describe("a function of a contract that is known", () => {
  it("describes only when no rule judges what comes back at least", () => {
    expect(formats.size).toBeGreaterThan(150)
    expect(findUnjudged(minimum, "0")).toEqual([])
  })

  it("describes only when no rule judges who gets it", () => {
    expect(findUnjudged(recipient, thief)).toEqual([])
  })
})
