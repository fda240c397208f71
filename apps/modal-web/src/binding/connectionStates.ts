import type { ConnectionState } from "@wmodal/core"
import { type Namespace, namespaces } from "@wmodal/protocol"

export type ConnectedState = Extract<ConnectionState, { _tag: "Connected" }>

export type ConnectionStates = Readonly<Partial<Record<Namespace, ConnectionState>>>

/** The connection of one namespace, where there is one. */
export const getConnected = (states: ConnectionStates, namespace: Namespace): ConnectedState | null => {
  const state = states[namespace]
  return state?._tag === "Connected" ? state : null
}

/** What is connected, in the order of the chains. */
export const listConnected = (states: ConnectionStates): readonly (readonly [Namespace, ConnectedState])[] =>
  namespaces.flatMap((namespace) => {
    const connected = getConnected(states, namespace)
    return connected === null ? [] : [[namespace, connected] as const]
  })

/** What a host is told of one namespace: a restore counts as connecting, a failed attempt as disconnected. */
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

/** What a host is told of all together: whatever is furthest. */
export const overallStatus = (states: ConnectionStates) => {
  const all = Object.values(states).map(getHostStatus)
  return (["connected", "connecting"] as const).find((one) => all.includes(one)) ?? "disconnected"
}
