import { isNamespace, type Namespace } from "@wmodal/protocol"
import * as z from "zod/mini"

/** More networks than any app has. */
const most = 500

const texts = z._default(z.optional(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(most))), [])
const Wanted = z.object({ chains: texts, methods: texts, events: texts })
const Namespaces = z._default(z.optional(z.record(z.string(), Wanted)), {})

const Shape = z.object({
  id: z.int(),
  params: z.object({
    pairingTopic: z.string(),
    requiredNamespaces: Namespaces,
    optionalNamespaces: Namespaces,
    proposer: z.object({ metadata: z.unknown() }),
  }),
})

/** What an app wants of a wallet on the networks of one kind. */
interface WantedNamespace {
  /** CAIP-2. */
  readonly chains: readonly string[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

/** An app that asks to be connected. */
export interface Proposal {
  readonly id: number
  readonly pairingTopic: string
  /** Whatever it says of itself. */
  readonly metadata: unknown
  readonly wanted: ReadonlyMap<Namespace, WantedNamespace>
  /** Without these it cannot do. CAIP-2; a namespace alone where it names no networks of it. */
  readonly required: readonly string[]
}

/** @returns `null` for what no wallet could read. */
export const readProposal = (event: unknown): Proposal | null => {
  const parsed = Shape.safeParse(event)
  if (!parsed.success) return null
  const { id, params } = parsed.data
  const wanted = new Map<Namespace, WantedNamespace>()
  for (const namespaces of [params.requiredNamespaces, params.optionalNamespaces])
    for (const [key, more] of Object.entries(namespaces)) {
      const { namespace, chains } = named(key, more.chains)
      if (!isNamespace(namespace)) continue
      const before = wanted.get(namespace)
      wanted.set(namespace, {
        chains: union(before?.chains, chains),
        methods: union(before?.methods, more.methods),
        events: union(before?.events, more.events),
      })
    }
  const required = Object.entries(params.requiredNamespaces).flatMap(([key, { chains }]) => {
    const one = named(key, chains)
    return one.chains.length === 0 ? one.namespace : one.chains
  })
  return { id, pairingTopic: params.pairingTopic, metadata: params.proposer.metadata, wanted, required }
}

/** A key may name one network of a namespace alone. Source: CAIP-25. */
const named = (key: string, chains: readonly string[]) => {
  const [namespace = "", reference] = key.split(":")
  return { namespace, chains: reference === undefined ? chains : [key, ...chains] }
}

const union = (some: readonly string[] = [], more: readonly string[]) => [...new Set([...some, ...more])]
