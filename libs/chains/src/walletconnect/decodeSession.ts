import {
  type CaipAddress,
  type CaipNetworkId,
  isCaipAddress,
  isCaipNetworkId,
  isNamespace,
  isValidAddress,
  type Namespace,
  parseImageUrl,
  toNamespace,
  toNetworkId,
  toPlainAddress,
} from "@wmodal/protocol"
import * as z from "zod/mini"
import type { WalletIdentity } from "../contract/Connector.ts"
import type { ApprovedNamespace, ApprovedSession } from "../remote/RemoteWallet.ts"
import { sanitizeLine } from "../text/printable.ts"
import { readMember } from "../wallet/readMember.ts"
import { decodeSigned } from "./decodeSigned.ts"
import { canonicalChainId, type OptionalNamespaces } from "./optionalNamespaces.ts"

/** The parts of the client's stored session that are read. All except the topic comes from the wallet. */
const SessionSchema = z.object({
  topic: z.string(),
  /** UTC seconds. */
  expiry: z.number(),
  namespaces: z.record(z.string(), z.object({ accounts: z.array(z.string()), methods: z.array(z.string()) })),
  peer: z.object({ metadata: z.unknown() }),
  sessionProperties: z.optional(z.record(z.string(), z.unknown())),
  /** Added by our client. */
  signed: z.optional(z.unknown()),
})

export interface DecodedSession {
  readonly topic: string
  /** UTC milliseconds. */
  readonly expiresAt: number
  /** `null` if it is unusable: malformed, or without any requested value. */
  readonly approved: ApprovedSession | null
  /** The wallet's ids of networks that differ from the current ones. */
  readonly chainIdSpellings: ReadonlyMap<CaipNetworkId, string>
}

/** The maximum accounts of a namespace, and entries. The rest is dropped. */
const maxAccounts = 256
const maxEntries = 256

/**
 * Decodes a wallet's approval. Drops unrequested values, because some wallets approve everything that they have. An
 * invalid account rejects the whole approval. `null` if it is not a session.
 */
export const decodeSession = (struct: unknown, asked: OptionalNamespaces): DecodedSession | null => {
  const { data } = SessionSchema.safeParse(struct)
  if (data === undefined) {
    const topic = readMember(struct, "topic")
    return typeof topic === "string"
      ? { topic, expiresAt: 0, approved: null, chainIdSpellings: new Map() }
      : null
  }
  return {
    topic: data.topic,
    expiresAt: data.expiry * 1000,
    approved: decodeApproved(data, asked),
    chainIdSpellings: collectChainIdSpellings(
      Object.values(data.namespaces).flatMap(({ accounts }) => accounts),
    ),
  }
}

const decodeApproved = (
  { namespaces, peer, sessionProperties, signed }: z.infer<typeof SessionSchema>,
  asked: OptionalNamespaces,
): ApprovedSession | null => {
  const approved: Partial<Record<Namespace, ApprovedNamespace>> = {}
  for (const [key, given] of Object.entries(namespaces).slice(0, maxEntries)) {
    // Some wallets use a single network as the key in place of the namespace. Source: CAIP-25.
    const name = toNamespace(key)
    if (!isNamespace(name)) continue
    const accounts = decodeAccounts(given.accounts.slice(0, maxAccounts), name)
    if (accounts === null) return null
    const before = approved[name]
    const wanted = new Set(asked[name]?.chains)
    const known = new Set([
      ...(before?.accounts ?? []),
      ...accounts.filter((account) => wanted.has(toNetworkId(account))).map(canonicalizeAccount),
    ])
    const [first, ...rest] = [...known].slice(0, maxAccounts)
    if (first === undefined) continue
    const others = new Set(rest.map(toNetworkId).filter((network) => network !== toNetworkId(first)))
    const own = new Set(asked[name]?.methods)
    approved[name] = {
      accounts: [first, ...rest],
      networks: [toNetworkId(first), ...others],
      methods: [
        ...new Set([...(before?.methods ?? []), ...given.methods.filter((method) => own.has(method))]),
      ],
    }
  }
  return Object.keys(approved).length === 0
    ? null
    : {
        wallet: decodeIdentity(peer.metadata),
        namespaces: approved,
        properties: { ...sessionProperties },
        ...(signed !== undefined && { signed: decodeSigned(signed) }),
      }
}

const collectChainIdSpellings = (accounts: readonly string[]): ReadonlyMap<CaipNetworkId, string> => {
  const spelled = new Set(accounts.filter(isCaipAddress).map(toNetworkId))
  return new Map(
    [...spelled].flatMap((network) => {
      const current = canonicalChainId(network)
      return current !== network && isCaipNetworkId(current) && !spelled.has(current)
        ? [[current, network]]
        : []
    }),
  )
}

/** Returns `null` if one of them is not an account of this namespace. */
const decodeAccounts = (given: readonly string[], namespace: Namespace): readonly CaipAddress[] | null => {
  const accounts = given.filter(
    (account): account is CaipAddress =>
      isCaipAddress(account) &&
      account.startsWith(`${namespace}:`) &&
      isValidAddress(namespace, toPlainAddress(account)),
  )
  return accounts.length === given.length ? accounts : null
}

const canonicalizeAccount = (account: CaipAddress): CaipAddress => {
  const moved = `${canonicalChainId(toNetworkId(account))}:${toPlainAddress(account)}`
  return isCaipAddress(moved) ? moved : account
}

const decodeIdentity = (metadata: unknown): WalletIdentity => {
  const name = readMember(metadata, "name")
  const icons = readMember(metadata, "icons")
  return {
    name: (typeof name === "string" && sanitizeLine(name, 64)) || "WalletConnect",
    icon: Array.isArray(icons)
      ? (icons
          .slice(0, 8)
          .map(parseImageUrl)
          .find((icon) => icon !== null) ?? null)
      : null,
  }
}
