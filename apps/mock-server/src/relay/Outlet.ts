import type { WebSocket } from "ws"
import type { Fault } from "../faults/Fault.ts"

/** Through which a client is sent what is for it. */
export interface Outlet {
  readonly send: (text: string, fault?: Fault | null) => void
  /** Sends what was held back so that something else would come first, and nothing did. */
  readonly release: () => void
}

/** Bytes that may wait for a client that does not read. */
const maxWaiting = 32_000_000

export const makeOutlet = (socket: WebSocket): Outlet => {
  const held: string[] = []
  const release = () => {
    for (const text of held.splice(0)) socket.send(text)
  }
  const put = (text: string) => {
    if (socket.bufferedAmount > maxWaiting) return socket.terminate()
    socket.send(text)
    release()
  }
  return {
    release,
    send: (text, fault = null) => {
      switch (fault?.kind) {
        case "drop":
          return
        case "duplicate":
          put(text)
          return put(text)
        case "reorder":
          held.push(text)
          return
        case "close":
          return socket.close(fault.code)
        default:
          return put(text)
      }
    },
  }
}
