import type { WModal } from "./WModal.ts"

const livingModals = new Set<WModal>()
const watchers = new Set<() => void>()

const notifyWatchers = () => {
  for (const watcher of watchers) watcher()
}

/** Returns the oldest living modal of the page: the default of an element without its own. */
export const getPageModal = (): WModal | null => [...livingModals][0] ?? null

export const addInstance = (modal: WModal) => {
  livingModals.add(modal)
  notifyWatchers()
}

export const removeInstance = (modal: WModal) => {
  livingModals.delete(modal)
  notifyWatchers()
}

export const watchInstances = (watcher: () => void) => {
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
  }
}

let hasReactHooks = false

/** The hooks and components of React call it when they load: requests then name React as the platform. */
export const markReactPage = () => {
  hasReactHooks = true
}

export const isReactPage = (): boolean => hasReactHooks
