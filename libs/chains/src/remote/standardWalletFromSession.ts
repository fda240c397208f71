import { type CaipNetworkId, toPlainAddress } from "@wmodal/protocol"
import type { StandardAccount, StandardWallet } from "../standard/StandardWallet.ts"
import type { NamespaceSession } from "./NamespaceSession.ts"

/** A chain's part of a Wallet Standard wallet. */
export interface StandardChainSpec {
  /** The standard's names of its networks, such as `solana:mainnet`. */
  readonly chains: readonly string[]
  readonly networkOf: (chain: string) => CaipNetworkId | null
  readonly describe: (address: string) => Pick<StandardAccount, "publicKey" | "purpose" | "path">
  /**
   * The chain's features by name, in addition to the common ones. Read at each use, because the approval may change.
   */
  readonly features: () => Readonly<Record<string, object>>
  /** Called after every change while there are listeners. */
  readonly moved: () => void
}

/** Makes a Wallet Standard wallet from a session: it shares the approved accounts and connects without a prompt. */
export const standardWalletFromSession = (
  approval: NamespaceSession,
  { chains, describe, features, moved, networkOf }: StandardChainSpec,
): StandardWallet => {
  const known = chains.flatMap((chain) => {
    const network = networkOf(chain)
    return network === null ? [] : [{ chain, network }]
  })

  /** Returns the addresses, the one in use first. */
  const named = (): readonly string[] => {
    const inUse = approval.network()
    const all = known.filter(({ network }) => approval.covers(network))
    return [
      ...all.filter(({ network }) => network === inUse),
      ...all.filter(({ network }) => network !== inUse),
    ].map(({ chain }) => chain)
  }

  const accounts = (): readonly StandardAccount[] => {
    const approved = approval.getApproved()?.accounts ?? []
    const addresses = new Set([
      ...approval.addresses(approval.network()),
      ...approved.map((account) => toPlainAddress(account)),
    ])
    return [...addresses].map((address) => ({
      address,
      ...describe(address),
      chains: known.flatMap(({ chain, network }) =>
        approved.some((account) => account === `${network}:${address}`) ? [chain] : [],
      ),
      features: Object.keys(features()),
    }))
  }

  return {
    version: "1.0.0",
    name: "WalletConnect",
    icon: "data:image/gif;base64,R0lGODlhAQABAAAAACw=",
    get chains() {
      return named()
    },
    get accounts() {
      return accounts()
    },
    get features() {
      return {
        "standard:connect": { version: "1.0.0", connect: async () => ({ accounts: accounts() }) },
        "standard:events": {
          version: "1.0.0",
          on: (_event: "change", listener: (change: object) => void) => {
            let before = accounts().map(toAccountKey).join()
            return approval.listen(() => {
              const now = accounts()
              const text = now.map(toAccountKey).join()
              if (text !== before) listener({ accounts: now })
              before = text
              moved()
            })
          },
        },
        ...features(),
      }
    },
  }
}

const toAccountKey = ({ address, chains }: StandardAccount) => JSON.stringify([address, chains])
