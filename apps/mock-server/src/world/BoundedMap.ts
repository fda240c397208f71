/** More than a test asks about. */
const maxEntries = 10_000

/** A map that forgets the entry that is there longest, so that a server that is left running does not grow for ever. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  override set(key: Key, value: Value): this {
    super.set(key, value)
    if (this.size > maxEntries) {
      const [oldest] = this
      if (oldest !== undefined) this.delete(oldest[0])
    }
    return this
  }
}
