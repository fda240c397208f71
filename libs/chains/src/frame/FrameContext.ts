import type { PayloadOf, ReplyOf, RequestName } from "@wmodal/frame-rpc"
import type { FrameBridge, FrameError } from "@wmodal/frame-rpc/host"
import type { Effect, Semaphore } from "effect"
import type { EmbeddedAccounts } from "./EmbeddedAccounts.ts"
import type { EmbeddedWalletDeps } from "./EmbeddedWallet.ts"
import type { FrameStore } from "./framePersistence.ts"
import type { PendingApprovals } from "./PendingApprovals.ts"

/** The state and services that all parts of an open wallet share. */
export interface FrameContext {
  readonly deps: EmbeddedWalletDeps
  readonly bridge: FrameBridge
  readonly store: FrameStore
  readonly accounts: EmbeddedAccounts
  readonly pending: PendingApprovals
  /**
   * Sends a request to the frame, and reports a missing or unresponsive frame to the host app. The frame keeps its
   * network and account while the user is prompted in it.
   */
  readonly request: <Name extends RequestName>(
    name: Name,
    payload: PayloadOf<Name>,
  ) => Effect.Effect<ReplyOf<Name>, FrameError>
  /** Held by changes of the signed-in user or of the frame's network, one at a time. */
  readonly approvalLock: Semaphore.Semaphore
}
