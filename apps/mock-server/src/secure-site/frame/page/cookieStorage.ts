import type { FrameStorage } from "../wallet/FrameStorage.ts"

/** Seconds: as long as a browser keeps any. */
const maxAgeSeconds = 34_560_000

/**
 * Cookies of this site within the page that holds the frame: what a browser leaves to a frame to which it gives no other
 * storage. They go to no server in what the frame asks for. @param jar the document
 */
export const makeCookieStorage = (jar: { cookie: string }): FrameStorage => {
  const put = (name: string, value: string, seconds: number) => {
    jar.cookie = `${encodeURIComponent(name)}=${encodeURIComponent(value)}; Path=/sdk; Max-Age=${seconds}; Secure; SameSite=None; Partitioned`
  }
  return {
    read: (name) => {
      const start = `${encodeURIComponent(name)}=`
      const found = jar.cookie.split("; ").find((cookie) => cookie.startsWith(start))
      return found === undefined ? null : decodeURIComponent(found.slice(start.length))
    },
    write: (name, value) => put(name, value, maxAgeSeconds),
    remove: (name) => put(name, "", 0),
  }
}
