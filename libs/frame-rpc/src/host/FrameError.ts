import { Data } from "effect"

/** Why a frame did not do what it was asked. */
export type FrameReason =
  /** It said so itself. `text` is stripped and bounded; 'An error occurred' where it said nothing. */
  | { readonly _tag: "Said"; readonly text: string }
  /**
   * 'Request was aborted', 'Something went wrong': given up before it answered. `reached` is false where it
   * was never posted, and where the frame confirms that it has not done it; else it may have.
   */
  | { readonly _tag: "Aborted"; readonly text: string; readonly reached: boolean }
  /** It has not answered in 30 s; 'Something went wrong' after the alert. */
  | { readonly _tag: "TimedOut" }
  /** 'Unable to load email login dependency' */
  | { readonly _tag: "NotLoaded" }
  /** 'W3mFrame: iframe is not set': there is none. */
  | { readonly _tag: "NoFrame" }
  /** It went away, or somewhere else, before it answered. Whether it has done what was asked, nobody knows. */
  | { readonly _tag: "Gone" }
  /** It answers no more, and three new beginnings did not help. */
  | { readonly _tag: "Locked" }
  /** 'Requested RPC call is not allowed': no list has the method. It was not asked. */
  | { readonly _tag: "NotAllowed"; readonly method: string }
  /** Too large, too deep or of no known shape; too many at once. It was not asked. */
  | { readonly _tag: "Invalid"; readonly what: string }
  /** It answered what is none. */
  | { readonly _tag: "Malformed"; readonly what: string }

/** `message` is the catalogue's text. */
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
