import type { ProposedNamespaces } from "./proposedNamespaces.ts"
import type { WalletConnectSurroundings } from "./WalletConnect.ts"

/** One client of WalletConnect: a socket, keys, and the sessions in its storage. What it gives is as it came: decode it. */
export interface RelayClient {
  /** Makes a pairing and proposes on it. Resolves when the relay has the proposal, and rejects when it can't be reached. */
  readonly propose: (namespaces: ProposedNamespaces) => Promise<Proposal>
  /** As they are stored, those that have expired not among them. */
  readonly sessions: () => readonly unknown[]
  /** Asks the wallet of a session. Rejects with what it threw, or with an `Error` when nobody answers in time. */
  readonly request: (request: {
    readonly topic: string
    readonly chainId: string
    readonly request: { readonly method: string; readonly params: unknown }
  }) => Promise<unknown>
  /**
   * Tells the wallet that a session is over, and forgets it: once the relay has that, or after 5 s in any case. Never
   * rejects.
   */
  readonly remove: (topic: string) => Promise<void>
  /** The app that a wallet is opened with for each request. `null`: none is opened. */
  readonly opens: (app: { readonly name: string; readonly href: string } | null) => Promise<void>
  /** What stands beside the sessions in their storage, by a name of ours. */
  readonly kept: (name: string) => Promise<unknown>
  readonly keep: (name: string, value: unknown) => Promise<void>
  /** @returns what takes the listener off. */
  readonly listen: (listener: (event: ClientEvent) => void) => () => void
  /** Leaves no socket, no timer and no listener. Proposals reject, requests too. Never rejects. */
  readonly close: () => Promise<void>
}

type RelayClientOptions = Pick<WalletConnectSurroundings, "projectId" | "relay" | "metadata" | "storage">

/** Opens a client. Rejects where its storage cannot be read. */
export type OpenRelayClient = (options: RelayClientOptions) => Promise<RelayClient>

export interface Proposal {
  /** A secret: it holds the key of the pairing. */
  readonly uri: string
  /** The session that a wallet has settled; rejects with what the wallet threw. */
  readonly settled: Promise<unknown>
  /** It is shown to nobody any more. What settles on it all the same is removed. */
  readonly drop: () => void
}

export type ClientEvent =
  /** What `sessions` says of it has changed. */
  | { readonly _tag: "Updated"; readonly topic: string }
  | {
      readonly _tag: "Told"
      readonly topic: string
      readonly chainId: string
      readonly name: string
      readonly data: unknown
    }
  | { readonly _tag: "Deleted"; readonly topic: string }
  /** A wallet has approved, and what it has approved is no session. It was told. */
  | { readonly _tag: "Unreadable" }
  /** The relay has hung up for good; its own words. */
  | { readonly _tag: "HungUp"; readonly text: string }
