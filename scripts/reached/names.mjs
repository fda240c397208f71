/**
 * Returns the names that a pattern finds in a source, each once.
 * @param pattern Global, with the name as its first group.
 * @throws Error when there is no match: the source then has another format than the pattern.
 */
export const namesIn = (source, pattern) => {
  const names = [...new Set([...source.matchAll(pattern)].map(([, name]) => name))]
  if (names.length === 0) throw new Error(`${pattern} matches no name. The source has changed its form.`)
  return names
}

/** Returns the items of `all` that are not in `some`. */
export const difference = (all, some) => all.filter((name) => !some.includes(name))
