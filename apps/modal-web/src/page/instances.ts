import type { WModal } from "./WModal.ts"

const alive = new Set<WModal>()
const watchers = new Set<() => void>()

const tell = () => {
  for (const watcher of watchers) watcher()
}

/** The oldest living modal of the page: what an element without one of its own belongs to. */
export const pageModal = (): WModal | null => alive.values().next().value ?? null

export const addInstance = (modal: WModal) => {
  alive.add(modal)
  tell()
}

export const removeInstance = (modal: WModal) => {
  alive.delete(modal)
  tell()
}

export const watchInstances = (watcher: () => void) => {
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
  }
}
