import type { FrameStorage } from "../wallet/FrameStorage.ts"
import { makeCookieStorage } from "./cookieStorage.ts"

/** The prefix of every storage key of the site. */
export const sitePrefix = "wmodal-site/"

/** Local storage. Each method throws or has no effect when the browser blocks storage for the frame. */
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

/** Returns the storage that the browser allows, also in a frame of another site; otherwise memory. */
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
