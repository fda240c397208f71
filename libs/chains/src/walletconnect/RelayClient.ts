import type { SignInRequest } from "../contract/WalletCalls.ts"
import type { OptionalNamespaces } from "./optionalNamespaces.ts"
import type { WalletConnectDeps } from "./WalletConnect.ts"

/** A WalletConnect client: a socket, keys, and the sessions in its storage. Its results are raw: decode them. */
export interface RelayClient {
  /**
   * Creates a pairing and proposes on it. Resolves when the relay has accepted the proposal, and rejects if it is
   * unreachable.
   * @param signIn asks the wallet to approve and to sign this message in one step. Only for EVM networks. A wallet that
   *   cannot gets the proposal alone
   */
  readonly propose: (namespaces: OptionalNamespaces, signIn: SignInRequest | null) => Promise<PairingProposal>
  /** Returns the stored sessions without the expired ones. */
  readonly sessions: () => readonly unknown[]
  /** Sends a request to the wallet of a session. Rejects with the wallet's error, or with an `Error` on timeout. */
  readonly request: (request: {
    readonly topic: string
    readonly chainId: string
    readonly request: { readonly method: string; readonly params: unknown }
  }) => Promise<unknown>
  /**
   * Ends a session: notifies the wallet, then forgets the session after the relay's confirmation or 5 s. Never rejects.
   */
  readonly remove: (topic: string) => Promise<void>
  /** The app that is opened for each request. `null`: none is opened. */
  readonly setLinkedApp: (app: { readonly name: string; readonly href: string } | null) => Promise<void>
  /** Reads an item that is stored with the sessions, by a name of ours. */
  readonly getItem: (name: string) => Promise<unknown>
  readonly setItem: (name: string, value: unknown) => Promise<void>
  /** @returns the function that removes the listener */
  readonly listen: (listener: (event: RelayClientEvent) => void) => () => void
  /** Closes the socket, all timers and listeners. Open proposals and requests reject. Never rejects. */
  readonly close: () => Promise<void>
}

type RelayClientOptions = Pick<WalletConnectDeps, "projectId" | "relay" | "metadata" | "storage">

/** Opens a client. Rejects if its storage cannot be read. */
export type OpenRelayClient = (options: RelayClientOptions) => Promise<RelayClient>

/** A proposal that waits for a wallet. */
export interface PairingProposal {
  /** A secret: it holds the key of the pairing. */
  readonly uri: string
  /**
   * The settled session, with `signed` of a sign-in: the list of CACAOs. Rejects with the wallet's error.
   */
  readonly approval: Promise<unknown>
  /** Discards a link that is no longer shown. A session that settles on it is removed. */
  readonly discard: () => void
}

/** An event of the relay client. */
export type RelayClientEvent =
  /** The stored session changed. */
  | { readonly _tag: "SessionUpdated"; readonly topic: string }
  | {
      readonly _tag: "SessionEvent"
      readonly topic: string
      readonly chainId: string
      readonly name: string
      readonly data: unknown
    }
  | { readonly _tag: "SessionDeleted"; readonly topic: string }
  /** A wallet approved with an invalid session. It was notified. */
  | { readonly _tag: "InvalidSettlement" }
  /** The relay closed the connection permanently; its own message. */
  | { readonly _tag: "RelayError"; readonly text: string }
