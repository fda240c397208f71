import type { Effect, Stream, SubscriptionRef } from "effect"
import type { RequestName } from "../events.ts"
import type { PayloadOf, ReplyOf } from "../messages/Messages.ts"
import type { FrameError } from "./FrameError.ts"

/** Where a bridge stands. */
export type BridgeStatus =
  /** No frame: it is mounted with the first question. */
  | "idle"
  /** It loads, or is loaded anew, and has not said READY. */
  | "loading"
  | "ready"
  /** It answers no more, and three new beginnings did not help. A further question begins anew. */
  | "unresponsive"

/** What a frame says unasked. */
export type FramePush = { readonly _tag: "SessionUpdate"; readonly token: string }

/** What a bridge has not let through, since it was made. */
export interface DroppedMessages {
  /** From elsewhere, by origin or window. */
  readonly foreign: number
  /** Of no known shape, too large, too deep, too often. */
  readonly invalid: number
  /** Replies to nothing that is open: unknown, late, a second one. */
  readonly stray: number
}

/** The page's side of the bridge to the embedded wallet's frame. It lives as long as the scope it was made in. */
export interface FrameBridge {
  /**
   * Asks once, and settles once. Nothing is mounted before the first question; what is asked too often waits its turn.
   * What is unsafe is for whoever is there when it is asked: where it could not be posted to them, it has not reached anybody.
   * Interrupted, it is over at once; an RPC_REQUEST that was posted by then is taken back where the frame can be told
   * (`ABORT`, over a port), and what came of it nobody hears: `rejectRequests` is for whoever needs to know.
   * GET_FARCASTER_URI that is aborted never settles.
   */
  readonly ask: <Name extends RequestName>(
    name: Name,
    payload: PayloadOf<Name>,
  ) => Effect.Effect<ReplyOf<Name>, FrameError>
  readonly state: SubscriptionRef.SubscriptionRef<BridgeStatus>
  /** Goes up, at once, when whoever was there may be there no more: what they were told, the next one does not know. */
  readonly generation: () => number
  readonly pushes: Stream.Stream<FramePush>
  /**
   * Aborts every open RPC_REQUEST whose method is not safe: 'Request was aborted'. Over a port the frame has 2 s to say
   * what came of each, and that is what it is settled by. One that cannot be told is loaded anew: it would go on showing
   * what nobody wants any more.
   */
  readonly rejectRequests: Effect.Effect<void>
  /** Loads the frame anew: what is open is rejected. */
  readonly reload: Effect.Effect<void>
  /** Whether something is shown that the frame must answer for: its heart is listened to then, and while something is open. */
  readonly watch: (shown: boolean) => Effect.Effect<void>
  readonly dropped: () => DroppedMessages
}
