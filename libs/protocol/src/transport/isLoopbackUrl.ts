import { parseUrl } from "../parseUrl.ts"
/** Reports that the host name of a URL is this machine. A remote web page cannot point its own name here. */
export const isLoopbackUrl = (url: string): boolean => {
  const hostname = parseUrl(url)?.hostname ?? ""
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127(?:\.\d+){3}$/.test(hostname)
  )
}
