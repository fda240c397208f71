import { afterAll, beforeAll } from "vitest"
import { type MockServer, startMockServer } from "../MockServer.ts"

/** Starts a server for all tests of a `describe`, and closes it afterwards. @returns a getter of the server. */
export const setupTestServer = (): (() => MockServer) => {
  let server: MockServer | null = null
  beforeAll(async () => {
    server = await startMockServer({ port: 0 })
  })
  afterAll(() => server?.close())
  return () => {
    if (server === null) throw new Error("No server yet")
    return server
  }
}
