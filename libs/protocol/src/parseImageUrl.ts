import { parseUrl } from "./parseUrl.ts"
import { isLoopbackUrl } from "./transport/isLoopbackUrl.ts"

/** About 100 kB. Each list that shows the image holds a copy. */
const maxDataUrlLength = 100_000

/**
 * Parses an external image URL: the data of an image, or an `https:` address (`http:` on this machine). `null` for all
 * others, which an `<img>` could not show without running code or unsafe requests. Its host may be any: see
 * `parseNamedImage`.
 */
export const parseImageUrl = (url: unknown): string | null => {
  if (typeof url !== "string" || url.length > maxDataUrlLength) return null
  const source = url.trim()
  // Some wallets write the colours of a drawing with `#`, at which a browser would end the data.
  if (/^data:image\/(png|jpe?g|gif|webp|avif|svg\+xml)(;[\w=.-]+)*,./i.test(source))
    return source.replaceAll("#", "%23")
  return source.length <= 2048 &&
    parseUrl(source) !== null &&
    (source.startsWith("https://") || (source.startsWith("http://") && isLoopbackUrl(source)))
    ? source
    : null
}

/** Returns whether a host is in the list, by name or below a `*.example.com`. A port is part of a host. */
export const isNamedHost = (host: string, hosts: readonly string[]): boolean =>
  hosts.some((one) => (one.startsWith("*.") ? host.endsWith(one.slice(1)) : host === one))

/**
 * Parses an external image URL like `parseImageUrl`, and returns it only when no other than a named host has to be asked
 * for the picture: every host that sends one learns that the user is here.
 */
export const parseNamedImage = (url: unknown, hosts: readonly string[]): string | null => {
  const image = parseImageUrl(url)
  return image === null || /^data:/i.test(image) || isNamedHost(new URL(image).host, hosts) ? image : null
}
