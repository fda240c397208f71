import { type ChildProcess, fork } from "node:child_process"
import { fileURLToPath } from "node:url"

/** The response of a node to every request. */
export type NodeBehavior =
  | { readonly _tag: "Ok" }
  /** Nothing, ever. */
  | { readonly _tag: "Hang" }
  /** The end of the 429 responses, in UTC milliseconds. `Retry-After` contains it where the node sends one. */
  | { readonly _tag: "Busy"; readonly until: number; readonly says: "date" | "nothing" }

/** From the server, once it listens. */
export interface PortsMessage {
  readonly ports: readonly number[]
}

/** From the server: requests per node since its responses were last set. */
export interface RequestTally {
  readonly requests: readonly number[]
}

export const busy: NodeBehavior = { _tag: "Busy", until: Number.POSITIVE_INFINITY, says: "nothing" }

export interface Nodes {
  readonly urls: readonly string[]
  /** Sets the responses of the nodes, and returns the number of requests to all of them until now. */
  readonly tell: (answers: readonly NodeBehavior[]) => Promise<number>
  readonly end: () => void
}

/** Bare nodes, each on a port of its own, which both clients ask. */
export const startNodes = async (count: number): Promise<Nodes> => {
  // JSON has no infinity.
  const server = fork(fileURLToPath(new URL("./server.ts", import.meta.url)), [String(count)], {
    serialization: "advanced",
  })
  const { ports } = await told<PortsMessage>(server)
  return {
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    tell: async (answers) => {
      server.send([...answers])
      const { requests } = await told<RequestTally>(server)
      return requests.reduce((sum, one) => sum + one, 0)
    },
    end: () => {
      server.kill()
    },
  }
}

const told = <Message>(server: ChildProcess) =>
  new Promise<Message>((resolve, reject) => {
    const ended = () => reject(new Error("The nodes have ended"))
    server.once("exit", ended)
    server.once("message", (message: Message) => {
      server.off("exit", ended)
      resolve(message)
    })
  })
