import type { PayloadOf, ReplyOf, RequestName } from "@wmodal/frame-rpc"
import type { FrameBridge, FrameError } from "@wmodal/frame-rpc/host"
import type { Effect, Semaphore } from "effect"
import type { EmbeddedAccounts } from "./EmbeddedAccounts.ts"
import type { EmbeddedWalletDeps } from "./EmbeddedWallet.ts"
import type { FrameStore } from "./framePersistence.ts"
import type { PendingApprovals } from "./PendingApprovals.ts"

/** What all the parts of an open wallet share. */
export interface FrameContext {
  readonly deps: EmbeddedWalletDeps
  readonly bridge: FrameBridge
  readonly store: FrameStore
  readonly accounts: EmbeddedAccounts
  readonly pending: PendingApprovals
  /**
   * Asks the frame, and tells the page of one that is not there, or does not answer. It moves to no other network or
   * account while a person is asked in it.
   */
  readonly request: <Name extends RequestName>(
    name: Name,
    payload: PayloadOf<Name>,
  ) => Effect.Effect<ReplyOf<Name>, FrameError>
  /** Held by whoever changes who is there, or on which network the frame is; one at a time. */
  readonly approvalLock: Semaphore.Semaphore
}
