import { startMockServer } from "@wmodal/mock-server"

/** What is the same for every world of one mock server. */
export interface Outside {
  readonly directory: string
  readonly blockchain: string
  /** Ends a world's chains. */
  readonly end: (projectId: string) => Promise<void>
  readonly close: () => Promise<void>
}

/** The outside world in small, on a free port. */
export async function startOutside(): Promise<Outside> {
  const server = await startMockServer({ port: 0 })
  const { directory, blockchain } = server.endpoints
  return {
    directory,
    blockchain,
    end: async (projectId) => {
      await fetch(`${server.control}/worlds/${projectId}`, { method: "DELETE" })
    },
    close: server.close,
  }
}
