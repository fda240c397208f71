import { afterAll, beforeAll } from "vitest"
import { type MockServer, startMockServer } from "../MockServer.ts"

/** A server for all tests of a `describe`, which ends with them. @returns what gives it to a test. */
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
