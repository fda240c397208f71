import { Data } from "effect"

/** The world did not do what the story needs. */
export class StoryWorldFailed extends Data.TaggedError("StoryWorldFailed")<{ readonly detail: string }> {
  override get message() {
    return `The story's world failed: ${this.detail}.`
  }
}
