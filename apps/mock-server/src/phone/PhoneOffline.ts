import { Data } from "effect"

/** The phone cannot reach the relay. */
export class PhoneOffline extends Data.TaggedError("PhoneOffline") {
  override get message() {
    return "The relay cannot be reached."
  }
}
