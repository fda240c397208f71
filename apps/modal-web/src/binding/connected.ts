import type { ConnectionState } from "@wmodal/core"

export type Connected = Extract<ConnectionState, { _tag: "Connected" }>

type States = Readonly<Partial<Record<string, ConnectionState>>>

const all = (states: States) => Object.values(states).filter((state) => state !== undefined)

/** The first namespace that is connected. */
export const connectedIn = (states: States): Connected | null =>
  all(states).find((state) => state._tag === "Connected") ?? null

/** What a host is told: a restore counts as connecting, a failed attempt as disconnected. */
export const statusOf = (states: States) => {
  if (connectedIn(states) !== null) return "connected"
  return all(states).some(({ _tag }) => _tag === "Connecting" || _tag === "Restoring")
    ? "connecting"
    : "disconnected"
}
