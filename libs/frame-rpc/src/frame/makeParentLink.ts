import { parseUrl } from "@wmodal/protocol"
import { Data, Effect } from "effect"
import type { FrameLink } from "../host/FrameHost.ts"
import { makeWindowLink, type OtherWindow } from "../link/makeWindowLink.ts"

/** The parts of `window` that locate the embedding document before any message arrives. */
export interface FrameWindow extends Pick<EventTarget, "addEventListener" | "removeEventListener"> {
  /** The window itself where it is not in a frame. */
  readonly parent: OtherWindow
  readonly location: { readonly ancestorOrigins?: ArrayLike<string> }
  readonly document: { readonly referrer: string }
}

/**
 * Makes a link to the embedding document only. Fails for a parent whose origin the browser does not reveal, so that
 * nothing is sent to it.
 */
export const makeParentLink = (self: FrameWindow): Effect.Effect<FrameLink, NoParent> => {
  const origin = getParentOrigin(self)
  return origin === null
    ? Effect.fail(new NoParent())
    : Effect.succeed(makeWindowLink({ self, other: () => self.parent, origin }))
}

/**
 * Returns the parent origin as reported by the browser: the nearest ancestor origin if available, else the origin of
 * the referrer.
 */
export const getParentOrigin = (self: FrameWindow): string | null => {
  if (Object.is(self.parent, self)) return null
  const told = self.location.ancestorOrigins?.[0] ?? self.document.referrer
  // An opaque origin serializes to "null", which is not a URL.
  const origin = parseUrl(told)?.origin
  return origin === undefined || origin === "null" ? null : origin
}

/** The window is not in a frame, or the browser does not reveal the parent's origin. */
export class NoParent extends Data.TaggedError("NoParent") {
  override get message() {
    return "W3mFrame: parent is not set"
  }
}
