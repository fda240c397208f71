/** Whether the host of a URL is this machine by its name: a page elsewhere cannot make its own name point here. */
export const isLoopbackUrl = (url: string): boolean => {
  if (!URL.canParse(url)) return false
  const { hostname } = new URL(url)
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127(?:\.\d+){3}$/.test(hostname)
  )
}
