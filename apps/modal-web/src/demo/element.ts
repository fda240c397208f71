/** Returns an element that the demo's own page must have. */
export const element = <E extends HTMLElement = HTMLElement>(selector: string): E => {
  const found = document.querySelector<E>(selector)
  if (found === null) throw new Error(`The page has no ${selector}.`)
  return found
}
