import * as z from "zod/mini"
import { type StartedChild, startChild } from "./childProcess.ts"
import { paths } from "./paths.ts"
import { noteReached } from "./reachedItems.ts"

/** The first output line of `wmodal mock --json`: URLs, some with `{projectId}`. */
const mockUrlsSchema = z.object({
  directory: z.string(),
  blockchain: z.string(),
  analytics: z.string(),
  relay: z.string(),
  secureSite: z.string(),
  prices: z.string(),
  control: z.string(),
  phone: z.string(),
  inbox: z.string(),
})

/** A running `wmodal mock`. */
export type MockProcess = z.infer<typeof mockUrlsSchema> & Pick<StartedChild, "end">

/** Starts the built `wmodal mock` on a free port. @param command the executable, with its first arguments */
export async function startMock(
  command: readonly [string, ...string[]] = [process.execPath, paths.terminal],
): Promise<MockProcess> {
  const [file, ...first] = command
  const { end, says } = startChild(file, [...first, "mock", "--port", "0", "--json"], {
    PATH: process.env["PATH"],
    NODE_COMPILE_CACHE: paths.compileCache,
  })
  const serving = await says((line) => mockUrlsSchema.parse(JSON.parse(line)))
  noteReached(["command", ["mock"]])
  return { ...serving, end }
}
