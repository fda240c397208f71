import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Cause, Effect, Exit, Fiber } from "effect"
import { describe, expect, it, vi } from "vitest"
import * as z from "zod/mini"
import { readTerminal } from "../terminal/Terminal.ts"
import { makeTemporaryFolder } from "../testing/makeTemporaryFolder.ts"
import { makeRecordedFacts } from "../testing/recordedFacts.ts"
import { mock } from "./mock.ts"

const describedSchema = z.looseObject({ directory: z.string() })

const startMock = (given: { readonly scenario?: string; readonly log?: string; readonly stdin?: string }) => {
  const { facts, stdout } = makeRecordedFacts({ env: {}, stdin: given.stdin ?? "" })
  const plan = { _tag: "Mock", port: 0, scenario: given.scenario ?? null, log: given.log ?? null } as const
  const command = mock(plan, { facts, terminal: readTerminal(facts, "json") })
  return { fiber: Effect.runFork(Effect.scoped(command)), stdout }
}

describe("wmodal mock", { timeout: 30_000 }, () => {
  const write = (content: string) => {
    const path = join(makeTemporaryFolder(), "scenario.json")
    writeFileSync(path, content)
    return path
  }

  it.each(["a file", "stdin"])("plays the scenario of %s and writes the log", async (from) => {
    const log = join(makeTemporaryFolder(), "log.jsonl")
    const content = JSON.stringify({
      faults: [{ match: { path: "/getWallets" }, fault: { kind: "status", status: 503 } }],
    })
    const given = from === "stdin" ? { scenario: "-", stdin: content } : { scenario: write(content) }
    const { fiber, stdout } = startMock({ ...given, log })
    await vi.waitFor(() => expect(stdout()).not.toBe(""), { timeout: 20_000 })
    const { directory } = describedSchema.parse(JSON.parse(stdout()))
    expect((await fetch(`${directory}/getWallets?projectId=p`)).status).toBe(503)
    await Effect.runPromise(Fiber.interrupt(fiber))
    expect(JSON.parse(readFileSync(log, "utf8"))).toMatchObject({
      world: "p",
      entry: { path: "/getWallets", faults: ["status"], response: { status: 503 } },
    })
    await expect(fetch(directory)).rejects.toThrow("fetch failed")
  })

  it.each([
    ["an unknown kind", '{"faults":[{"fault":{"kind":"explode"}}]}', "faults.0.fault.kind"],
    ["what is not JSON", "{", "is not JSON"],
    [
      "an unknown kind after a byte order mark",
      '\uFEFF{"faults":[{"fault":{"kind":"explode"}}]}',
      "faults.0.fault.kind",
    ],
  ])("rejects %s and names the error", async (_, content, says) => {
    const exit = await Effect.runPromise(Fiber.await(startMock({ scenario: write(content) }).fiber))
    expect(Exit.isFailure(exit) ? JSON.stringify(Cause.squash(exit.cause)) : "").toContain(says)
  })

  it("rejects a missing scenario file and an unwritable log", async () => {
    for (const given of [{ scenario: "/nowhere/s.json" }, { log: "/nowhere/log" }]) {
      const exit = await Effect.runPromise(Fiber.await(startMock(given).fiber))
      expect(Exit.isFailure(exit) ? Cause.squash(exit.cause) : null).toMatchObject({
        _tag: "CliError",
        reason: { _tag: "Config" },
      })
    }
  })
})
