import * as z from "zod/mini"
import type { BundledDescriptor, DescriptorFile } from "./DescriptorFile.ts"
import { descriptorSchema } from "./descriptor/Descriptor.ts"
import {
  type CallFormat,
  type MessageFormat,
  parseFormats,
  toDeploymentKey,
} from "./descriptor/DescriptorFormat.ts"
import { normalizeUrl, resolveIncludes } from "./descriptor/includes.ts"

/**
 * Descriptors by the contracts that they name. One is parsed with the first request that it may read: a request needs
 * few of hundreds.
 */
export interface DescriptorIndex {
  /** Formats of a call: those for certain contracts precede those for any. @param selector 0x and 8 digits. */
  readonly calls: (selector: string, chainId: bigint, contract: string) => readonly CallFormat[]
  /** Formats of a signed type. `null` for what the domain does not have. @param type as EIP-712 encodes it. */
  readonly messages: (
    type: string,
    chainId: bigint | null,
    contract: string | null,
  ) => readonly MessageFormat[]
}

/**
 * Builds the index. The host app's descriptors precede the bundled ones, and are parsed at once: `warn` receives each
 * one left out and the reason. Never throws.
 */
export const indexDescriptors = (
  own: readonly DescriptorFile[],
  bundled: readonly BundledDescriptor[],
  warn: (text: string) => void,
): DescriptorIndex => {
  const files = indexFiles([...own, ...bundled])
  const entries = [...own, ...bundled].map((file, rank) => openEntry(file, rank, files, warn))
  for (const { parse } of entries.slice(0, own.length)) parse()
  const places = new Map<string, DescriptorEntry[]>()
  for (const entry of entries)
    for (const place of entry.places) {
      const there = places.get(place)
      if (there === undefined) places.set(place, [entry])
      else there.push(entry)
    }
  const parseAt = (...keys: readonly string[]) =>
    keys
      .flatMap((key) => places.get(key) ?? [])
      .toSorted((one, other) => one.rank - other.rank)
      .map(({ parse }) => parse())
  return {
    calls: (selector, chainId, contract) =>
      [...parseAt(`call ${toDeploymentKey(chainId, contract)}`), ...parseAt(anyCall)]
        .flatMap(({ calls }) => calls)
        .filter(({ signature }) => signature.selector === selector),
    messages: (type, chainId, contract) => {
      const there =
        contract === null
          ? []
          : parseAt(
              toDomainPlace(contract),
              ...(chainId === null ? [] : [`message ${toDeploymentKey(chainId, contract)}`]),
            )
      return [...there, ...parseAt(anyMessage)]
        .flatMap(({ messages }) => messages)
        .filter((format) => format.type === type)
    },
  }
}

interface DescriptorEntry {
  /** Its place in the order of descriptors. */
  readonly rank: number
  /** Where its formats apply. */
  readonly places: readonly string[]
  readonly parse: () => FileFormats
}

interface FileFormats {
  readonly calls: readonly CallFormat[]
  readonly messages: readonly MessageFormat[]
}

const anyCall = "call"
const anyMessage = "message"
const toDomainPlace = (contract: string) => `message ${contract.toLowerCase()}`

const openEntry = (
  file: BundledDescriptor,
  rank: number,
  files: IncludedFiles,
  warn: (text: string) => void,
): DescriptorEntry => {
  let known: FileFormats | null = null
  return {
    rank,
    places: findPlaces(file, files),
    parse: () => {
      if (known !== null) return known
      const formats = parseFileFormats(file, files)
      if (typeof formats === "string") warn(`Ignored the descriptor ${file.url}: ${formats}.`)
      known = typeof formats === "string" ? { calls: [], messages: [] } : formats
      return known
    },
  }
}

const deployments = z.optional(z.array(z.object({ chainId: z.number(), address: z.string() })))
const contextSchema = z.object({
  includes: z.optional(z.string()),
  display: z.optional(z.unknown()),
  context: z.optional(
    z.object({
      contract: z.optional(z.object({ deployments })),
      eip712: z.optional(
        z.object({
          deployments,
          domain: z.optional(z.object({ verifyingContract: z.optional(z.string()) })),
        }),
      ),
    }),
  ),
})

/** Returns where a descriptor applies, from its context alone. */
const findPlaces = (file: DescriptorFile, files: IncludedFiles): readonly string[] => {
  const { context, display } = parseContext(file, files) ?? {}
  // Some files are for others to include.
  if (display === undefined) return []
  const { contract, eip712 } = context ?? {}
  const verifyingContract = eip712?.domain?.verifyingContract
  return [
    ...(contract === undefined
      ? []
      : (contract.deployments?.map((at) => `call ${toDeploymentKey(at.chainId, at.address)}`) ?? [anyCall])),
    ...(eip712 === undefined
      ? []
      : (eip712.deployments?.map((at) => `message ${toDeploymentKey(at.chainId, at.address)}`) ?? [
          verifyingContract === undefined ? anyMessage : toDomainPlace(verifyingContract),
        ])),
  ]
}

/** Merges the includes only where the file itself does not say where it applies. */
const parseContext = (file: DescriptorFile, files: IncludedFiles) => {
  try {
    const read = contextSchema.safeParse(file.descriptor)
    // What is included has the formats, so only its existence counts here.
    if (read.success && hasPlaces(read.data))
      return { ...read.data, display: read.data.display ?? read.data.includes }
    const merged = contextSchema.safeParse(resolveIncludes(file, files()))
    return merged.success ? merged.data : null
  } catch {
    return null
  }
}

const hasPlaces = ({ context, includes }: z.infer<typeof contextSchema>) =>
  includes === undefined || (context?.contract?.deployments ?? context?.eip712?.deployments) !== undefined

/** The files by their normalized addresses. Few need it. */
type IncludedFiles = () => ReadonlyMap<string, DescriptorFile>

const indexFiles = (all: readonly DescriptorFile[]): IncludedFiles => {
  let known: Map<string, DescriptorFile> | null = null
  return () => {
    if (known !== null) return known
    known = new Map()
    for (const file of all) {
      const address = normalizeUrl(file.url)
      if (address !== null && !known.has(address)) known.set(address, file)
    }
    return known
  }
}

const parseFileFormats = (file: BundledDescriptor, files: IncludedFiles) => {
  try {
    const json = resolveIncludes(file, files())
    if (typeof json === "string") return json
    const read = descriptorSchema.safeParse(json)
    return read.success
      ? parseFormats(read.data, json, file.describesOnly)
      : "it is not a valid ERC-7730 descriptor"
  } catch {
    // A descriptor of the host app may have getters that throw, or be too deep for the stack.
    return "it could not be read"
  }
}
