/** Above the needs of a test. */
const maxEntries = 10_000

/** A map that removes its oldest entry at the limit, so that a long-running server does not grow without bound. */
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
