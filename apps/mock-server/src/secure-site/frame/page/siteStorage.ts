import type { FrameStorage } from "../wallet/FrameStorage.ts"
import { makeCookieStorage } from "./cookieStorage.ts"

/** Before the name of everything that the site keeps in a browser. */
export const sitePrefix = "wmodal-site/"

/** Each throws, or forgets at once, where a browser does not let the frame keep anything there. */
const localSiteStorage: FrameStorage = {
  read: (name) => localStorage.getItem(name),
  write: (name, value) => localStorage.setItem(name, value),
  remove: (name) => localStorage.removeItem(name),
}

const runOrDefault = <A>(work: () => A, otherwise: A): A => {
  try {
    return work()
  } catch {
    return otherwise
  }
}

/** Where a browser lets this site keep something, be it in a frame of another's page; else in memory. */
export const makeSiteStorage = (): FrameStorage => {
  const memory = new Map<string, string>()
  const places = [localSiteStorage, makeCookieStorage(document)]
  return {
    read: (name) => {
      const full = `${sitePrefix}${name}`
      for (const place of places) {
        const found = runOrDefault(() => place.read(full), null)
        if (found !== null) return found
      }
      return memory.get(name) ?? null
    },
    write: (name, value) => {
      const full = `${sitePrefix}${name}`
      const isKept = (place: FrameStorage) =>
        runOrDefault(() => {
          place.write(full, value)
          return place.read(full) === value
        }, false)
      if (places.some(isKept)) memory.delete(name)
      else memory.set(name, value)
    },
    remove: (name) => {
      memory.delete(name)
      for (const place of places) runOrDefault(() => place.remove(`${sitePrefix}${name}`), undefined)
    },
    listen: (told) => addEventListener("storage", told),
  }
}
