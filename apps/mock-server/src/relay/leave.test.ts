import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"
import { setupTestServer } from "../testing/setupTestServer.ts"

const script = fileURLToPath(new URL("testing/leave.ts", import.meta.url))

describe("process of a closed page", () => {
  const server = setupTestServer()
  const leave = (...given: readonly string[]) =>
    promisify(execFile)(process.execPath, ["--conditions=@wmodal/source", "--no-warnings", script, ...given])

  it("exits while a wallet request is pending", async () => {
    expect(await leave(server().endpoints.relay, "leave")).toEqual({ stdout: "", stderr: "" })
  })

  it("exits while the relay is down", { tags: ["full"] }, async () => {
    expect(await leave("ws://127.0.0.1:1")).toEqual({ stdout: "", stderr: "" })
  })
})
