/** Groups items by a key, in the order of their first items. `Map.groupBy` does the same, from Node 21 on only. */
export const groupBy = <K, A>(items: Iterable<A>, toKey: (item: A) => K): Map<K, A[]> => {
  const groups = new Map<K, A[]>()
  for (const item of items) {
    const key = toKey(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}
