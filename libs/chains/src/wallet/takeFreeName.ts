/**
 * Takes a text that no other wallet of the page has: `text` itself, with the hint, or with a number.
 * @param taken the texts of other wallets; the result is added
 * @param hint what else tells the wallet apart
 */
export const takeFreeName = (taken: Set<string>, text: string, hint: string | null = null): string => {
  const hinted = hint === null ? text : `${text} (${hint})`
  let free = taken.has(text) ? hinted : text
  for (let count = 2; taken.has(free); count += 1) free = `${text} (${count})`
  taken.add(free)
  return free
}
