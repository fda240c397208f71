import { hasCommonAlias, isRow, type NamedRow, type Place } from "./Place.ts"
import { makeExclusionTest } from "./walletRows.ts"

/**
 * Keeps the key and place of rows that the user may be pointing at: their content is taken from `fresh`, a removed row
 * stays unchanged, and an excluded one leaves its place. New rows take the places of `fresh` if that moves no row;
 * otherwise those that are kept free for their group, and the others come last. Pure.
 */
export const keepRowOrder = (
  shown: readonly Place[],
  fresh: readonly Place[],
  exclusions: Parameters<typeof makeExclusionTest>[0],
): readonly Place[] => {
  const excludes = makeExclusionTest(exclusions)
  const left = new Set(fresh.filter(isRow))
  const take = (...tests: readonly ((row: NamedRow) => boolean)[]) => {
    const row = tests.flatMap((test) => [...left].find(test) ?? [])[0]
    if (row !== undefined) left.delete(row)
    return row
  }
  const before = shown.map((place) =>
    isRow(place) && excludes(place.aliases) ? { key: null, group: place.group } : place,
  )
  const now = before.map(
    (place) => isRow(place) && take(({ key }) => key === place.key, hasCommonAlias(place)),
  )
  const isInOrder = now.every((row, at) => row === false || (row && row === fresh[at]))
  const kept = before.map((place, at): Place => {
    if (!isRow(place)) {
      if (isInOrder) return fresh[at] ?? { key: null, group: null }
      const isFree = fresh.some((one) => !isRow(one) && one.group === place.group)
      return take(({ group }) => group === place.group) ?? (isFree ? place : { key: null, group: null })
    }
    const row = now[at] || place
    return {
      ...row,
      key: place.key,
      group: place.group,
      getUrl: row.getUrl ?? place.getUrl,
      icon: row.icon ?? place.icon,
    }
  })
  return [...kept, ...(isInOrder ? fresh.slice(shown.length) : left)]
}
