import { Data, Effect } from "effect"
import type { FrameLink } from "../host/FrameHost.ts"
import { makeWindowLink, type OtherWindow } from "../link/makeWindowLink.ts"

/** What a frame knows of where it is, before anybody has said anything. */
export interface FrameWindow extends Pick<EventTarget, "addEventListener" | "removeEventListener"> {
  /** Of itself where it is in no frame. */
  readonly parent: OtherWindow
  readonly location: { readonly ancestorOrigins?: ArrayLike<string> }
  readonly document: { readonly referrer: string }
}

/** Whoever holds the frame, and nobody else. A parent whose origin the browser does not tell is told nothing. */
export const makeParentLink = (self: FrameWindow): Effect.Effect<FrameLink, NoParent> => {
  const origin = getParentOrigin(self)
  return origin === null
    ? Effect.fail(new NoParent())
    : Effect.succeed(makeWindowLink({ self, other: () => self.parent, origin }))
}

/** By the browser's word: the nearest ancestor where it tells them, else where the document was asked for. */
export const getParentOrigin = (self: FrameWindow): string | null => {
  if (Object.is(self.parent, self)) return null
  const told = self.location.ancestorOrigins?.[0] ?? self.document.referrer
  // What is opaque says "null", which is no URL.
  if (!URL.canParse(told)) return null
  const { origin } = new URL(told)
  return origin === "null" ? null : origin
}

/** The frame stands in no page, or in one that the browser does not name. */
export class NoParent extends Data.TaggedError("NoParent") {
  override get message() {
    return "W3mFrame: parent is not set"
  }
}
