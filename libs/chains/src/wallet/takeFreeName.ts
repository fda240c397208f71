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

/**
 * Returns what alike wallets have in common: an id or a name, lower case, without what tells them apart. `takeFreeName`
 * adds that in brackets; a wallet that brings brackets of its own is alike, too.
 */
export const toBaseName = (text: string): string => text.replace(/\s*[(\uff08].*$/s, "").toLowerCase()
