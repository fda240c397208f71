import type { FrameStorage } from "../answers/FrameStorage.ts"

/** Before the name of everything that the site keeps in a browser. */
export const sitePrefix = "wmodal-site/"

/** The browser's own for this site; in memory where it is blocked or full, as it may be in a frame. */
export const makeSiteStorage = (): FrameStorage => {
  const memory = new Map<string, string>()
  const kept = <A>(work: (storage: Storage) => A, otherwise: A): A => {
    try {
      return work(localStorage)
    } catch {
      return otherwise
    }
  }
  return {
    read: (name) => memory.get(name) ?? kept((storage) => storage.getItem(`${sitePrefix}${name}`), null),
    write: (name, value) => {
      const isKept = kept((storage) => {
        storage.setItem(`${sitePrefix}${name}`, value)
        return true
      }, false)
      if (isKept) memory.delete(name)
      else memory.set(name, value)
    },
    remove: (name) => {
      memory.delete(name)
      kept((storage) => storage.removeItem(`${sitePrefix}${name}`), undefined)
    },
  }
}
