import { fork } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import * as z from "zod/mini"

const Namespaces = z.record(
  z.string(),
  z.object({ chains: z.array(z.string()), methods: z.array(z.string()), events: z.array(z.string()) }),
)
export type Namespaces = z.output<typeof Namespaces>
const Approved = z.object({ asked: Namespaces })

/** Starts a phone that scans each received link and approves it, in its own process like the relay. */
export const spawnPhone = async (relayUrl: string, projectId: string) => {
  const child = fork(fileURLToPath(new URL("phone.ts", import.meta.url)), [relayUrl, projectId], {
    execArgv: ["--conditions=@wmodal/source", "--no-warnings"],
  })
  const heard = async () => (await once(child, "message"))[0]
  await heard()
  return {
    /** @returns milliseconds until the page has its session, and what it has asked for */
    scan: async (uri: string, connected: Promise<unknown>) => {
      const approved = heard()
      const from = performance.now()
      child.send(uri)
      await connected
      const took = performance.now() - from
      return { took, asked: Approved.parse(await approved).asked }
    },
    /** The session is over for the phone too. */
    deleted: heard,
    end: () => child.disconnect(),
  }
}
export type SpawnedPhone = Awaited<ReturnType<typeof spawnPhone>>
