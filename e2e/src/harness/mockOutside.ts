import type { ScenarioInput } from "@wmodal/mock-server/story"
import { type MockProcess, startMock } from "./mockProcess.ts"

type Faults = NonNullable<ScenarioInput["faults"]>

/** The shared part of all worlds of one mock server. */
export interface MockOutside
  extends Pick<
    MockProcess,
    "analytics" | "directory" | "blockchain" | "relay" | "secureSite" | "prices" | "control"
  > {
  /** Replaces the faults of a world: a list of rules in the format of the control API. */
  readonly setFaults: (projectId: string, faults: Faults) => Promise<void>
  /** Ends a world's chains. */
  readonly end: (projectId: string) => Promise<void>
  readonly close: () => Promise<void>
}

/** Starts the outside world as its users do: the built `wmodal mock`. */
export async function startMockOutside(): Promise<MockOutside> {
  const { end, ...mock } = await startMock()
  const { control } = mock
  return {
    ...mock,
    setFaults: async (projectId, faults) => {
      const url = `${control}/worlds/${projectId}/faults`
      const { ok, status } = await fetch(url, { method: "PUT", body: JSON.stringify({ faults }) })
      if (!ok) throw new Error(`The fault plan was refused with ${status}.`)
    },
    end: async (projectId) => {
      await fetch(`${control}/worlds/${projectId}`, { method: "DELETE" })
    },
    close: async () => {
      await end()
    },
  }
}
