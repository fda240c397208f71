import type { WModal } from "./WModal.ts"

const livingModals = new Set<WModal>()
const watchers = new Set<() => void>()

/** The modals whose code for the last visit's state is loading. */
const restoring = new Set<WModal>()

/** Returns true while the state of the last visit is not yet known; until then the buttons keep a server's content. */
export const isRestoring = (modal: WModal): boolean => restoring.has(modal)

export const setRestoring = (modal: WModal, is: boolean): void => {
  if (is) restoring.add(modal)
  else restoring.delete(modal)
}

const notifyWatchers = () => {
  for (const watcher of watchers) watcher()
}

/** Returns the oldest living modal of the page: the default of an element without its own. */
export const getPageModal = (): WModal | null => livingModals.values().next().value ?? null

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
