/** What a browser runs or shows by itself, and never hands to an app. */
const own = /^(?:javascript|vbscript|data|blob|file|filesystem|about|view-source|http|ws|wss|ftp):$/

/** Whether this may ever be opened with a request. The client takes what it finds in its storage, and asks nobody. */
export const isSafeApp = (href: string): boolean => {
  const url = URL.parse(href)
  return (
    url !== null && /^[a-z][a-z0-9+.-]*:\/\//i.test(href) && (!own.test(url.protocol) || isOnThisMachine(url))
  )
}

const isOnThisMachine = ({ hostname, protocol }: URL) =>
  protocol === "http:" && /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)
