import type { ConnectionState } from "@wmodal/core"
import { type Namespace, namespaces } from "@wmodal/protocol"

export type ConnectedState = Extract<ConnectionState, { _tag: "Connected" }>

export type ConnectionStates = Readonly<Partial<Record<Namespace, ConnectionState>>>

/** Returns the connection of one namespace, if any. */
export const getConnected = (states: ConnectionStates, namespace: Namespace): ConnectedState | null => {
  const state = states[namespace]
  return state?._tag === "Connected" ? state : null
}

/** Returns the connected namespaces in the order of the chains. */
export const listConnected = (states: ConnectionStates): readonly (readonly [Namespace, ConnectedState])[] =>
  namespaces.flatMap((namespace) => {
    const connected = getConnected(states, namespace)
    return connected === null ? [] : [[namespace, connected] as const]
  })

/**
 * Returns the status of one namespace for the host: a restore counts as connecting, a failed attempt as disconnected.
 */
export const getHostStatus = (state: ConnectionState | undefined) => {
  switch (state?._tag) {
    case "Connected":
      return "connected"
    case "Connecting":
    case "Restoring":
      return "connecting"
    default:
      return "disconnected"
  }
}

/** Returns the combined status for the host: the most advanced one of all namespaces. */
export const overallStatus = (states: ConnectionStates) => {
  const all = Object.values(states).map(getHostStatus)
  return (["connected", "connecting"] as const).find((one) => all.includes(one)) ?? "disconnected"
}
