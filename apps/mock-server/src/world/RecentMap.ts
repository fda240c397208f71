/** More than a test asks about. */
const limit = 10_000

/** A map that forgets the entry that is there longest, so that a server that is left running does not grow for ever. */
export class RecentMap<Key, Value> extends Map<Key, Value> {
  override set(key: Key, value: Value): this {
    super.set(key, value)
    if (this.size > limit) {
      const [oldest] = this
      if (oldest !== undefined) this.delete(oldest[0])
    }
    return this
  }
}
