/** Returns the element of an ID. */
export const byId = <Found extends Element>(id: string, kind: abstract new () => Found): Found => {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`There is no ${id}`)
  return found
}

/** Creates an element with a text. Untrusted content is inserted as text only. */
export const createElement = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  text = "",
  name = "",
): HTMLElementTagNameMap[Tag] => {
  const element = document.createElement(tag)
  element.textContent = text
  element.className = name
  return element
}

/** Shows the first letter of a dApp's name on a colour of its own. */
export const setBadge = (badge: HTMLElement, name: string): void => {
  const [first = "?"] = name
  badge.textContent = first.toUpperCase()
  const hue = Array.from(name).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7)
  badge.style.background = `oklch(.46 .11 ${hue})`
}

/** Returns a URL without `https://`. Any other scheme stays visible. */
export const formatSite = (url: string): string => url.replace(/^https:\/\//, "")
