import { isNamespace, type Namespace, toNamespace } from "@wmodal/protocol"
import * as z from "zod/mini"

/** Maximum number of networks, above the needs of any dApp. */
const maxNetworks = 500

const textList = z._default(
  z.optional(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(maxNetworks))),
  [],
)
const RequestedNamespaceSchema = z.object({ chains: textList, methods: textList, events: textList })
const Namespaces = z._default(z.optional(z.record(z.string(), RequestedNamespaceSchema)), {})

const ProposalSchema = z.object({
  id: z.int(),
  params: z.object({
    pairingTopic: z.string(),
    requiredNamespaces: Namespaces,
    optionalNamespaces: Namespaces,
    proposer: z.object({ metadata: z.unknown() }),
  }),
})

/** The requested chains, methods and events of one namespace. */
interface RequestedNamespace {
  /** CAIP-2. */
  readonly chains: readonly string[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

/** A session proposal of a dApp. */
export interface Proposal {
  readonly id: number
  readonly pairingTopic: string
  /** The dApp's unchecked metadata. */
  readonly metadata: unknown
  readonly requested: ReadonlyMap<Namespace, RequestedNamespace>
  /** Required networks. CAIP-2; a namespace alone when it lists no networks. */
  readonly required: readonly string[]
}

/** Decodes a proposal; `null` when it is invalid. */
export const decodeProposal = (event: unknown): Proposal | null => {
  const parsed = ProposalSchema.safeParse(event)
  if (!parsed.success) return null
  const { id, params } = parsed.data
  const wanted = new Map<Namespace, RequestedNamespace>()
  for (const namespaces of [params.requiredNamespaces, params.optionalNamespaces])
    for (const [key, more] of Object.entries(namespaces)) {
      const { namespace, chains } = toNamespaceEntry(key, more.chains)
      if (!isNamespace(namespace)) continue
      const before = wanted.get(namespace)
      wanted.set(namespace, {
        chains: mergeLists(before?.chains, chains),
        methods: mergeLists(before?.methods, more.methods),
        events: mergeLists(before?.events, more.events),
      })
    }
  const required = Object.entries(params.requiredNamespaces).flatMap(([key, { chains }]) => {
    const one = toNamespaceEntry(key, chains)
    return one.chains.length === 0 ? one.namespace : one.chains
  })
  return {
    id,
    pairingTopic: params.pairingTopic,
    metadata: params.proposer.metadata,
    requested: wanted,
    required,
  }
}

/** Returns the chains of an entry, whose key may name a single network. Source: CAIP-25. */
const toNamespaceEntry = (key: string, chains: readonly string[]) => {
  const namespace = toNamespace(key)
  return { namespace, chains: namespace === key ? chains : [key, ...chains] }
}

const mergeLists = (some: readonly string[] = [], more: readonly string[]) => [...new Set([...some, ...more])]
