import type { FrameStorage } from "../wallet/FrameStorage.ts"

/** Seconds: the maximum that browsers accept. */
const maxAgeSeconds = 34_560_000

/**
 * Stores data in this site's cookies, partitioned by the embedding page, for browsers that give a frame no other
 * storage. The frame's requests do not send them to a server. @param jar the document
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
