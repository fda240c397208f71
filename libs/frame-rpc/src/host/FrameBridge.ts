import type { SubscriptionRef } from "@wmodal/protocol"
import type { Effect, Stream } from "effect"
import type { RequestName } from "../events.ts"
import type { PayloadOf, ReplyOf } from "../messages/Messages.ts"
import type { FrameError } from "./FrameError.ts"

/** The status of a bridge. */
export type BridgeStatus =
  /** No frame. The first request mounts it. */
  | "idle"
  /** The frame loads or reloads and has not sent READY. */
  | "loading"
  | "ready"
  /** The frame does not respond, and three reloads did not help. The next request mounts it again. */
  | "unresponsive"

/** An unsolicited message of the frame. */
export type FramePush = { readonly _tag: "SessionUpdate"; readonly token: string }

/** The numbers of messages that a bridge dropped since it was made. */
export interface DroppedMessages {
  /** From another origin or window. */
  readonly foreign: number
  /** Invalid: unknown shape, too large, too deep, or over the rate limit. */
  readonly invalid: number
  /** Replies without an open request: unknown, late or duplicate. */
  readonly stray: number
}

/** The app's end of the bridge to the embedded wallet's frame. It lives as long as the scope it was made in. */
export interface FrameBridge {
  /**
   * Sends a request once and settles once. The first request mounts the frame; requests over the rate limit are
   * queued.
   * An unsafe request is for the current document only: if it could not be posted to that one, it never reached the
   * frame.
   * Interruption ends the call at once. An RPC_REQUEST already posted is then aborted in the frame where possible
   * (`ABORT`, over a port), and its outcome is lost: use `rejectRequests` to learn it.
   * An aborted GET_FARCASTER_URI never settles.
   */
  readonly ask: <Name extends RequestName>(
    name: Name,
    payload: PayloadOf<Name>,
  ) => Effect.Effect<ReplyOf<Name>, FrameError>
  readonly state: SubscriptionRef.SubscriptionRef<BridgeStatus>
  /**
   * Returns a counter that increases whenever the frame's document may have been replaced. The next document does not
   * know earlier requests.
   */
  readonly generation: () => number
  readonly pushes: Stream.Stream<FramePush>
  /**
   * Aborts every open RPC_REQUEST with an unsafe method: 'Request was aborted'. Over a port the frame has 2 s to
   * report each outcome, which then settles the request. A frame without a port is reloaded, because it would keep
   * showing the aborted request.
   */
  readonly rejectRequests: Effect.Effect<void>
  /** Reloads the frame and rejects the open requests. */
  readonly reload: Effect.Effect<void>
  /** Sets that the UI depends on the frame. The heartbeat runs while it does, and while a request is open. */
  readonly watch: (shown: boolean) => Effect.Effect<void>
  readonly dropped: () => DroppedMessages
}
