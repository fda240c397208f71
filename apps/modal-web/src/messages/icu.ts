import { type Format, formatCount, formatting, selectPlural } from "./format.ts"

/**
 * Formats with a small ICU MessageFormat: `{name}`, `{count, plural, =0 {…} one {…} other {# …}}` and `{kind, select, a
 * {…} other {…}}`, nested, with `''` and `'{'` quoting.
 * It has a tenth of the size of a full implementation, which the tests compare it with. A message that does not parse
 * is returned unchanged; it never throws.
 */
export const formatIcu: Format = (locale, message, values = {}) => {
  if (!/[{']/.test(message)) return message
  let at = 0

  const skipSpace = () => {
    while (/\s/.test(message[at] ?? "")) at += 1
  }

  const word = () => {
    skipSpace()
    const start = at
    while (at < message.length && !/[\s,{}]/.test(message[at] ?? "")) at += 1
    const found = message.slice(start, at)
    skipSpace()
    return found
  }

  const expect = (character: string) => {
    if (message[at] !== character) throw new SyntaxError(`Expected ${character} at ${at}`)
    at += 1
  }

  const quoted = () => {
    at += 1
    if (message[at] === "'") {
      at += 1
      return "'"
    }
    if (!/[{}#|]/.test(message[at] ?? "")) return "'"
    const start = at
    while (at < message.length && message[at] !== "'") at += 1
    at += 1
    return message.slice(start, at - 1)
  }

  const shown = (value: string | number | undefined) =>
    typeof value === "number" ? formatCount(locale, value) : (value ?? "")

  const cases = (counted: string | number | undefined) => {
    const texts = new Map<string, string>()
    skipSpace()
    while (message[at] !== "}") {
      const key = word()
      expect("{")
      texts.set(key, text(counted))
      expect("}")
      skipSpace()
    }
    return texts
  }

  const placeholder = () => {
    expect("{")
    const value = values[word()]
    let result = shown(value)
    if (message[at] === ",") {
      at += 1
      const kind = word()
      expect(",")
      const counts = kind === "plural"
      const texts = cases(counts ? value : undefined)
      const rule = counts ? selectPlural(locale, Number(value)) : `${value}`
      result = (counts ? texts.get(`=${value}`) : undefined) ?? texts.get(rule) ?? texts.get("other") ?? ""
    }
    expect("}")
    return result
  }

  const text = (counted: string | number | undefined): string => {
    let result = ""
    while (at < message.length && message[at] !== "}") {
      const character = message[at] ?? ""
      if (character === "{") result += placeholder()
      else if (character === "'") result += quoted()
      else {
        result += character === "#" && counted !== undefined ? shown(counted) : character
        at += 1
      }
    }
    return result
  }

  try {
    const result = text(undefined)
    return at < message.length ? message : result
  } catch {
    return message
  }
}

formatting.whole = formatIcu
