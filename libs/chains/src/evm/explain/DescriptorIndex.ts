import type { DescriptorFile } from "./DescriptorFile.ts"
import { descriptorSchema } from "./descriptor/Descriptor.ts"
import { type CallFormat, type MessageFormat, parseFormats } from "./descriptor/DescriptorFormat.ts"
import { normalizeUrl, resolveIncludes } from "./descriptor/includes.ts"
import { bundledDescriptors } from "./descriptors/bundledDescriptors.ts"

/** The valid descriptors, indexed: formats for certain contracts precede those for any contract. */
export interface DescriptorIndex {
  /** By selector: 0x and 8 digits. */
  readonly calls: ReadonlyMap<string, readonly CallFormat[]>
  /** By the signed type, as EIP-712 encodes it. */
  readonly messages: ReadonlyMap<string, readonly MessageFormat[]>
}

/**
 * Builds the index. The host app's descriptors precede the bundled ones. `warn` receives each one left out and the
 * reason. Never throws.
 */
export const makeDescriptorIndex = (
  own: readonly DescriptorFile[] = [],
  warn: (text: string) => void = () => {},
): DescriptorIndex => indexDescriptors([...own, ...bundledDescriptors], warn)

export const indexDescriptors = (
  all: readonly DescriptorFile[],
  warn: (text: string) => void,
): DescriptorIndex => {
  const files = new Map<string, DescriptorFile>()
  for (const file of all) {
    const address = normalizeUrl(file.url)
    if (address !== null && !files.has(address)) files.set(address, file)
  }
  const calls: CallFormat[] = []
  const messages: MessageFormat[] = []
  for (const file of all) {
    const formats = parseFileFormats(file, files)
    if (typeof formats === "string") warn(`Ignored the descriptor ${file.url}: ${formats}.`)
    else {
      calls.push(...formats.calls)
      messages.push(...formats.messages)
    }
  }
  return {
    calls: groupByKey(calls, ({ signature }) => signature.selector),
    messages: groupByKey(messages, ({ type }) => type),
  }
}

const parseFileFormats = (file: DescriptorFile, files: ReadonlyMap<string, DescriptorFile>) => {
  try {
    const json = resolveIncludes(file, files)
    if (typeof json === "string") return json
    const read = descriptorSchema.safeParse(json)
    return read.success ? parseFormats(read.data, json) : "it is not a valid ERC-7730 descriptor"
  } catch {
    // A descriptor of the host app may have getters that throw, or be too deep for the stack.
    return "it could not be read"
  }
}

const groupByKey = <A extends { readonly deployments: unknown }>(
  formats: readonly A[],
  keyOf: (format: A) => string,
): ReadonlyMap<string, readonly A[]> => {
  const groups = new Map<string, A[]>()
  const inOrder = [
    ...formats.filter(({ deployments }) => deployments !== null),
    ...formats.filter(({ deployments }) => deployments === null),
  ]
  for (const format of inOrder) {
    const key = keyOf(format)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [format])
    else group.push(format)
  }
  return groups
}
