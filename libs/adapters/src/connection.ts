/** What libraries that ask a wallet to connect need of a modal. Not part of the public API. */
import type { Namespace, WModal, WModalConnection } from "@wmodal/modal-web"

const disconnected: WModalConnection = { status: "disconnected", account: null, wallet: null }

/** Returns the connection of a namespace. */
export const getConnection = (modal: WModal, namespace: Namespace): WModalConnection =>
  modal.getState().connections[namespace] ?? disconnected

/** Resolves once `isDone` returns true for a state, which may be the current one. */
const untilState = (modal: WModal, isDone: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    if (isDone()) return resolve()
    const stop = modal.subscribe(() => {
      if (!isDone()) return
      stop()
      resolve()
    })
  })

const isOver = (modal: WModal) => /failed|destroyed/.test(modal.getState().engine)

/** Resolves when it is known whether a wallet is connected: the session of the last visit is restored or dropped. */
export const untilSettled = (modal: WModal, namespace: Namespace): Promise<void> =>
  untilState(
    modal,
    () =>
      isOver(modal) ||
      modal.getState().status !== "connecting" ||
      getConnection(modal, namespace).status === "connected",
  )

/**
 * Opens the modal on the wallets of a namespace, and waits until one is connected or the user has left.
 * @returns whether one is connected
 */
export const connectInModal = async (modal: WModal, namespace: Namespace): Promise<boolean> => {
  modal.open({ view: "Connect", namespace })
  let wasOpen = false
  await untilState(modal, () => {
    const { open } = modal.getState()
    wasOpen ||= open
    const { status } = getConnection(modal, namespace)
    return status === "connected" || isOver(modal) || (wasOpen && !open && status === "disconnected")
  })
  return getConnection(modal, namespace).status === "connected"
}
