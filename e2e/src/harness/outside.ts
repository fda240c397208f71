import { type ScenarioInput, startMockServer } from "@wmodal/mock-server"

type Faults = NonNullable<ScenarioInput["faults"]>

/** What is the same for every world of one mock server. */
export interface Outside {
  readonly directory: string
  readonly blockchain: string
  readonly relay: string
  readonly secureSite: string
  /** Base URL of the control API. */
  readonly control: string
  /** From now on this happens to a world's calls, and nothing else: a list of rules as the control API takes them. */
  readonly plan: (projectId: string, faults: Faults) => Promise<void>
  /** Ends a world's chains. */
  readonly end: (projectId: string) => Promise<void>
  readonly close: () => Promise<void>
}

/** The outside world in small, on a free port. */
export async function startOutside(): Promise<Outside> {
  const server = await startMockServer({ port: 0 })
  const { directory, blockchain, relay, secureSite } = server.endpoints
  return {
    directory,
    blockchain,
    relay,
    secureSite,
    control: server.control,
    plan: async (projectId, faults) => {
      const url = `${server.control}/worlds/${projectId}/faults`
      const { ok, status } = await fetch(url, { method: "PUT", body: JSON.stringify({ faults }) })
      if (!ok) throw new Error(`The fault plan was refused with ${status}.`)
    },
    end: async (projectId) => {
      await fetch(`${server.control}/worlds/${projectId}`, { method: "DELETE" })
    },
    close: server.close,
  }
}
