/** The element of that id. */
export const byId = <Found extends Element>(id: string, kind: abstract new () => Found): Found => {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`There is no ${id}`)
  return found
}

/** An element with a text. What others have written is never more than that. */
export const made = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  text = "",
  name = "",
): HTMLElementTagNameMap[Tag] => {
  const element = document.createElement(tag)
  element.textContent = text
  element.className = name
  return element
}

/** The letter of somebody, on a colour of their own. */
export const dress = (badge: HTMLElement, name: string): void => {
  const [first = "?"] = name
  badge.textContent = first.toUpperCase()
  const hue = Array.from(name).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7)
  badge.style.background = `oklch(.48 .13 ${hue})`
}

/** An address or a hash, whose letters are read one by one. */
export const isCode = (text: string): boolean => /^[^\s@]{26,}$/.test(text) && !text.includes("://")
