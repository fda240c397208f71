import { Data, type Effect } from "effect"
import type { PushName, RequestName } from "../events.ts"
import type { FrameLink } from "../host/FrameHost.ts"
import type { PayloadOf, ReplyOf } from "../messages/Messages.ts"

/** The embedded wallet's handlers for all requests except RPC_REQUEST. */
export type FrameHandlers = {
  readonly [Name in Exclude<RequestName, "RPC_REQUEST">]: (
    payload: PayloadOf<Name>,
  ) => Effect.Effect<ReplyOf<Name>, FrameRefusal>
}

/** The handlers of every request, signing requests included. */
export interface AllFrameHandlers extends FrameHandlers {
  /**
   * Handles a call. `policy`: an unsafe call needs the user's approval first. Unlisted methods never reach this
   * handler.
   * An abort by the app interrupts the handler, which runs uninterruptible: only parts in `Effect.interruptible`,
   * such as waiting for approval, end then, with the error 'Request was aborted'. Any later part runs to its end, and
   * the app receives its result.
   */
  readonly RPC_REQUEST: (
    request: PayloadOf<"RPC_REQUEST"> & { readonly policy: "safe" | "unsafe" },
  ) => Effect.Effect<unknown, FrameRefusal>
}

/** The dependencies of the frame's side. */
export interface FrameServerDeps {
  /** The document that embeds the frame, and no other. */
  readonly parent: FrameLink
  readonly answers: AllFrameHandlers
  /** The version in READY. */
  readonly version: string
}

/** The frame end of the bridge. It lives as long as the scope it was made in. */
export interface FrameServer {
  /** Sends the app an unsolicited message, such as a changed session. */
  readonly push: (
    notice: Exclude<PushName, "READY">,
    payload: { readonly token: string },
  ) => Effect.Effect<void>
  /** The numbers of dropped messages, by reason. */
  readonly dropped: () => { readonly foreign: number; readonly invalid: number; readonly stray: number }
}

/** The reason for rejecting a request. The app receives `text` as the message of the ERROR. */
export class FrameRefusal extends Data.TaggedError("FrameRefusal")<{ readonly text: string }> {
  override get message() {
    return this.text
  }
}
