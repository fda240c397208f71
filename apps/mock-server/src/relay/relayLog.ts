import { BoundedMap } from "../world/BoundedMap.ts"
import { perWorld } from "../world/perWorld.ts"
import type { RequestOutcome } from "../world/WorldLog.ts"

/** The relay's path, as the log and the fault plan have it. */
export const relayPath = "/"

/** What one client and the relay say to each other, as it may be told: no message, no key, no topic. */
export interface RelayLogEntry {
  /** As `did:key:…`. */
  readonly client: string
  readonly method: string
  readonly topics: readonly string[]
  readonly tags: readonly number[]
}

/**
 * Writes exchanges into a world's log. Clients and topics have numbers in the order in which they came, since their
 * names are other ones in every run.
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
    /** @returns what writes it down once it is known what comes of it */
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
