import { Data } from "effect"
import type { FrameObstacle } from "./FrameHost.ts"

/** The reason why a request to the frame failed. */
export type FrameReason =
  /** The frame returned an error. `text` is sanitized and bounded; 'An error occurred' where it was empty. */
  | { readonly _tag: "Said"; readonly text: string }
  /**
   * 'Request was aborted', 'Something went wrong': aborted before the response. `reached` is false where the request
   * was never posted, and where the frame confirms that it did not execute it; else it may have.
   */
  | { readonly _tag: "Aborted"; readonly text: string; readonly reached: boolean }
  /** No response within 30 s; the alert says 'Something went wrong'. */
  | { readonly _tag: "TimedOut" }
  /** 'Unable to load email login dependency' */
  | { readonly _tag: "NotLoaded"; readonly obstacle?: FrameObstacle }
  /** 'W3mFrame: iframe is not set': no frame exists. */
  | { readonly _tag: "NoFrame" }
  /** The frame was removed or navigated before the response. The outcome of the request is unknown. */
  | { readonly _tag: "Gone" }
  /** The frame does not respond, and three reloads did not help. */
  | { readonly _tag: "Locked" }
  /** 'Requested RPC call is not allowed': the method is unlisted. The request was not sent. */
  | { readonly _tag: "NotAllowed"; readonly method: string }
  /** Too large, too deep, of unknown shape, or too many at once. The request was not sent. */
  | { readonly _tag: "Invalid"; readonly what: string }
  /** The response has an invalid shape. */
  | { readonly _tag: "Malformed"; readonly what: string }

/** A failed request to the frame. `message` is the catalog's text. */
export class FrameError extends Data.TaggedError("FrameError")<{ readonly reason: FrameReason }> {
  override get message(): string {
    const { reason } = this
    switch (reason._tag) {
      case "Said":
      case "Aborted":
        return reason.text
      case "TimedOut":
      case "Gone":
        return "Something went wrong"
      case "NotLoaded":
        return "Unable to load email login dependency"
      case "NoFrame":
        return "W3mFrame: iframe is not set"
      case "Locked":
        return "Session locked"
      case "NotAllowed":
        return "Requested RPC call is not allowed"
      case "Invalid":
      case "Malformed":
        return "An error occurred"
    }
  }
}
