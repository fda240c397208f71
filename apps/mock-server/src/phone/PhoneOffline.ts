import { Data } from "effect"

/** What the phone was told reaches nobody. */
export class PhoneOffline extends Data.TaggedError("PhoneOffline") {
  override get message() {
    return "The relay cannot be reached."
  }
}
