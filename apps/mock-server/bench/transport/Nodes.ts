import { type ChildProcess, fork } from "node:child_process"
import { fileURLToPath } from "node:url"

/** What a node says to every request. */
export type NodeBehavior =
  | { readonly _tag: "Ok" }
  /** Nothing, ever. */
  | { readonly _tag: "Hang" }
  /** 429 until that moment, in UTC milliseconds, which `Retry-After` tells of where it says so. */
  | { readonly _tag: "Busy"; readonly until: number; readonly says: "date" | "nothing" }

/** From the server, once it listens. */
export interface PortsMessage {
  readonly ports: readonly number[]
}

/** From the server: requests that each node got since it was told last what to answer. */
export interface RequestTally {
  readonly requests: readonly number[]
}

export const busy: NodeBehavior = { _tag: "Busy", until: Number.POSITIVE_INFINITY, says: "nothing" }

export interface Nodes {
  readonly urls: readonly string[]
  /** Tells the nodes what to answer from now on, and counts the requests that all of them had until now. */
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
