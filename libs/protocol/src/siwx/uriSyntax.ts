import { parseUrl } from "../parseUrl.ts"

const unreserved = "A-Za-z0-9\\-._~"
const subDelimiters = "!$&'()*+,;="
const percent = "%[0-9A-Fa-f]{2}"
/** One character of a path, without the slash. */
export const pathCharacter = `(?:[${unreserved}${subDelimiters}:@]|${percent})`
const path = `(?:[${unreserved}${subDelimiters}:@/]|${percent})*`
const query = `(?:[${unreserved}${subDelimiters}:@/?]|${percent})*`
const name = `(?:[${unreserved}${subDelimiters}]|${percent})`
const user = `(?:(?:[${unreserved}${subDelimiters}:]|${percent})*@)?`
const literal = `\\[(?<ip>[0-9A-Fa-f:.]+|v[0-9A-Fa-f]+\\.[${unreserved}${subDelimiters}:]+)\\]`

const authorityPattern = new RegExp(`^${user}(?:${literal}|${name}+)(?::\\d*)?$`)
const uriPattern = new RegExp(
  `^[A-Za-z][A-Za-z0-9+.-]*:(?://${user}(?:${literal}|${name}*)(?::\\d*)?(?:/${path})?|(?!//)${path})(?:\\?${query})?(?:#${query})?$`,
)

const matches = (pattern: RegExp, text: string): boolean => {
  const found = pattern.exec(text)
  const ip = found?.groups?.["ip"]
  return found !== null && (ip === undefined || ip.startsWith("v") || parseUrl(`http://[${ip}]`) !== null)
}

/** Returns true for an authority with a host, such as `app.example:8080`. Source: RFC 3986. */
export const isAuthority = (text: string): boolean => matches(authorityPattern, text)

/** Returns true for a URI with a scheme. Source: RFC 3986. */
export const isUri = (text: string): boolean => matches(uriPattern, text)
