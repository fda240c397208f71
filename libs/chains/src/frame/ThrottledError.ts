import { Data } from "effect"

/** 'Please try again after N seconds' */
export class ThrottledError extends Data.TaggedError("Throttled")<{ readonly seconds: number }> {
  override get message() {
    return `Please try again after ${this.seconds} seconds`
  }
}
