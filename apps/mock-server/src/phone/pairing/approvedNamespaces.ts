import type { Namespace } from "@wmodal/protocol"
import { events, methodsOf } from "./methods.ts"
import type { Proposal } from "./Proposal.ts"

/** What a wallet grants of one kind of networks. */
export interface ApprovedNamespace {
  chains: string[]
  methods: string[]
  events: string[]
  /** CAIP-10. */
  accounts: string[]
}

/** What the phone has to give. */
export interface Holdings {
  readonly smartAccount: boolean
  /** Plain, by CAIP-2 id; `null` for networks that it does not know. */
  readonly addressOn: (chainId: string) => string | null
}

/**
 * Of what an app wants, all that the phone has; nothing that it does not want.
 * @returns `null` where that is nothing, or less than the app can do with
 */
export const approvedNamespaces = (
  { required, wanted }: Proposal,
  { addressOn, smartAccount }: Holdings,
): Record<string, ApprovedNamespace> | null => {
  const approved = [...wanted].flatMap(([namespace, { chains, events: heard, methods }]) => {
    const known = chains.filter((chain) => isOf(namespace, chain) && addressOn(chain) !== null)
    if (known.length === 0) return []
    const granted: ApprovedNamespace = {
      chains: known,
      methods: methodsOf(namespace, smartAccount).filter((method) => methods.includes(method)),
      events: events.filter((event) => heard.includes(event)),
      accounts: known.map((chain) => `${chain}:${addressOn(chain)}`),
    }
    return [[namespace, granted] as const]
  })
  const given = new Set(approved.flatMap(([namespace, { chains }]) => [namespace, ...chains]))
  const isEnough = required.every((one) => given.has(one))
  return approved.length === 0 || !isEnough ? null : Object.fromEntries(approved)
}

const isOf = (namespace: Namespace, chain: string) => chain.startsWith(`${namespace}:`)
