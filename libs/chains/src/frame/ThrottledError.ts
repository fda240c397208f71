import { Data } from "effect"

/** Milliseconds after an email before the next one is sent. */
export const emailIntervalMs = 30_000

/** 'Please try again after N seconds' */
export class ThrottledError extends Data.TaggedError("Throttled")<{ readonly seconds: number }> {
  override get message() {
    return `Please try again after ${this.seconds} seconds`
  }
}
