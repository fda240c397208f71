import { Data, type Effect } from "effect"
import type { PushName, RequestName } from "../events.ts"
import type { FrameLink } from "../host/FrameHost.ts"
import type { PayloadOf, ReplyOf } from "../messages/Messages.ts"

/** What the embedded wallet does when it is asked, RPC_REQUEST aside. */
export type FrameHandlers = {
  readonly [Name in Exclude<RequestName, "RPC_REQUEST">]: (
    payload: PayloadOf<Name>,
  ) => Effect.Effect<ReplyOf<Name>, FrameRefusal>
}

export interface AllFrameHandlers extends FrameHandlers {
  /**
   * `policy`: an unsafe one is put before a person first. What is on no list never arrives here.
   *
   * It is interrupted when the page takes it back, and runs uninterruptible: only what is marked `Effect.interruptible`,
   * as waiting for a person's yes, ends then, and the page hears 'Request was aborted'. What is past that goes on to
   * its end, and the page hears what came of it.
   */
  readonly RPC_REQUEST: (
    request: PayloadOf<"RPC_REQUEST"> & { readonly policy: "safe" | "unsafe" },
  ) => Effect.Effect<unknown, FrameRefusal>
}

export interface FrameServerDeps {
  /** The page that holds the frame, and nobody else. */
  readonly parent: FrameLink
  readonly answers: AllFrameHandlers
  /** Of READY. */
  readonly version: string
}

/** The frame's side of the bridge. It lives as long as the scope it was made in. */
export interface FrameServer {
  /** The page hears that the session has changed. */
  readonly push: (
    notice: Exclude<PushName, "READY">,
    payload: { readonly token: string },
  ) => Effect.Effect<void>
  /** What was dropped since, by why. */
  readonly dropped: () => { readonly foreign: number; readonly invalid: number; readonly stray: number }
}

/** Why a wallet does not do what it was asked: the page hears `text` as the message of its ERROR. */
export class FrameRefusal extends Data.TaggedError("FrameRefusal")<{ readonly text: string }> {
  override get message() {
    return this.text
  }
}
