import { Data } from "effect"

/** A failed operation of a story's world. */
export class StoryWorldFailed extends Data.TaggedError("StoryWorldFailed")<{ readonly detail: string }> {
  override get message() {
    return `The story's world failed: ${this.detail}.`
  }
}
