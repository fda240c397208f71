import type { PayloadOf, ReplyOf, RequestName } from "@wmodal/frame-rpc"
import type { FrameBridge, FrameError } from "@wmodal/frame-rpc/host"
import type { Effect, Semaphore } from "effect"
import type { FrameSurroundings } from "./Frame.ts"
import type { Pending } from "./Pending.ts"
import type { Remembered } from "./remembered.ts"
import type { Standing } from "./Standing.ts"

/** What all the parts of an open wallet share. */
export interface FrameRoom {
  readonly around: FrameSurroundings
  readonly bridge: FrameBridge
  readonly remembered: Remembered
  readonly standing: Standing
  readonly pending: Pending
  /**
   * Asks the frame, and tells the page of one that is not there, or does not answer. It moves to no other network or
   * account while a person is asked in it.
   */
  readonly ask: <Name extends RequestName>(
    name: Name,
    payload: PayloadOf<Name>,
  ) => Effect.Effect<ReplyOf<Name>, FrameError>
  /** Held by whoever changes who is there, or on which network the frame is; one at a time. */
  readonly turn: Semaphore.Semaphore
}
