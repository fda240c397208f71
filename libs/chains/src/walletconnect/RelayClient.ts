import type { OptionalNamespaces } from "./optionalNamespaces.ts"
import type { WalletConnectDeps } from "./WalletConnect.ts"

/** One client of WalletConnect: a socket, keys, and the sessions in its storage. What it gives is as it came: decode it. */
export interface RelayClient {
  /** Makes a pairing and proposes on it. Resolves when the relay has the proposal, and rejects when it can't be reached. */
  readonly propose: (namespaces: OptionalNamespaces) => Promise<PairingProposal>
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
  readonly setLinkedApp: (app: { readonly name: string; readonly href: string } | null) => Promise<void>
  /** What stands beside the sessions in their storage, by a name of ours. */
  readonly getItem: (name: string) => Promise<unknown>
  readonly setItem: (name: string, value: unknown) => Promise<void>
  /** @returns what takes the listener off. */
  readonly listen: (listener: (event: RelayClientEvent) => void) => () => void
  /** Leaves no socket, no timer and no listener. Proposals reject, requests too. Never rejects. */
  readonly close: () => Promise<void>
}

type RelayClientOptions = Pick<WalletConnectDeps, "projectId" | "relay" | "metadata" | "storage">

/** Opens a client. Rejects where its storage cannot be read. */
export type OpenRelayClient = (options: RelayClientOptions) => Promise<RelayClient>

export interface PairingProposal {
  /** A secret: it holds the key of the pairing. */
  readonly uri: string
  /** The session that a wallet has settled; rejects with what the wallet threw. */
  readonly approval: Promise<unknown>
  /** It is shown to nobody any more. What settles on it all the same is removed. */
  readonly discard: () => void
}

export type RelayClientEvent =
  /** What `sessions` says of it has changed. */
  | { readonly _tag: "SessionUpdated"; readonly topic: string }
  | {
      readonly _tag: "SessionEvent"
      readonly topic: string
      readonly chainId: string
      readonly name: string
      readonly data: unknown
    }
  | { readonly _tag: "SessionDeleted"; readonly topic: string }
  /** A wallet has approved, and what it has approved is no session. It was told. */
  | { readonly _tag: "InvalidSettlement" }
  /** The relay has hung up for good; its own words. */
  | { readonly _tag: "RelayError"; readonly text: string }
