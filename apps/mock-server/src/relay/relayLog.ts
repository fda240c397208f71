import { BoundedMap } from "../world/BoundedMap.ts"
import { perWorld } from "../world/perWorld.ts"
import type { RequestOutcome } from "../world/WorldLog.ts"

/** The relay's path in the log and in the fault plan. */
export const relayPath = "/"

/** One exchange between a client and the relay, without messages, keys and topics. */
export interface RelayLogEntry {
  /** As `did:key:…`. */
  readonly client: string
  readonly method: string
  readonly topics: readonly string[]
  readonly tags: readonly number[]
}

/**
 * Writes exchanges into a world's log. Clients and topics are numbered in order of appearance, because their names
 * differ in every run.
 */
export const getRelayLog = perWorld((world) => {
  const clients = makeNumbering()
  const topics = makeNumbering()
  const upgraded = (status: number, body: string) =>
    world.note({ method: "GET", path: relayPath, query: {}, headers: {}, body: "", rpc: [] })({
      faults: [],
      response: { status, headers: {}, body },
    })
  return {
    /** Returns a function that logs the exchange with its outcome. */
    exchange: ({ client, method, topics: named, tags }: RelayLogEntry): ((outcome: RequestOutcome) => void) =>
      world.note({
        method: "WS",
        path: relayPath,
        query: {},
        headers: {},
        body: JSON.stringify({
          client: clients(client),
          topics: named.map(topics),
          ...(tags.length > 0 && { tags }),
        }),
        rpc: [method],
      }),
    opened: (client: string) => upgraded(101, JSON.stringify({ client: clients(client) })),
    refused: (status: number, reason: string) => upgraded(status, reason),
  }
})

const makeNumbering = () => {
  const known = new BoundedMap<string, number>()
  let last = 0
  return (name: string): number => {
    const number = known.get(name) ?? (last += 1)
    known.set(name, number)
    return number
  }
}
