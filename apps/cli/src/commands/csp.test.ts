import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { parse } from "../plan/parse.ts"
import { run } from "../run.ts"
import { makeTemporaryFolder } from "../testing/makeTemporaryFolder.ts"
import { makeRecordedFacts } from "../testing/recordedFacts.ts"

const mainnetNodes = "https://ethereum-rpc.publicnode.com https://ethereum.reth.rs"

const runCommandLine = async (
  words: readonly string[],
  given: { readonly stdin?: string; readonly env?: Readonly<Record<string, string>> } = {},
) => {
  Object.assign(globalThis, { __WMODAL_VERSION__: "1.2.3" })
  const parsed = parse(["csp", ...words])
  if (parsed._tag !== "Run") throw new Error(`Not a command: ${JSON.stringify(parsed)}`)
  const env = { XDG_STATE_HOME: makeTemporaryFolder(), ...given.env }
  const { facts, stderr, stdout } = makeRecordedFacts({ env, stdin: given.stdin ?? "" })
  const code = await run(parsed.plan, parsed.shared, facts)
  return { code, stdout: stdout(), stderr: stderr() }
}

describe("wmodal csp", () => {
  it("prints the value, the header or the element", async () => {
    const { code, stderr, stdout } = await runCommandLine(["eip155:1"])
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout).toContain(`connect-src 'self' ${mainnetNodes};`)
    expect(await runCommandLine(["eip155:1", "--header"])).toMatchObject({
      stdout: `Content-Security-Policy: ${stdout}`,
    })
    expect((await runCommandLine(["eip155:1", "--meta"])).stdout).toMatch(
      /^<meta http-equiv="Content-Security-Policy" content="default-src 'none'; [^"]+">\n$/,
    )
  })

  it("reads endpoints from a file, stdin or the environment without a project id", async () => {
    const endpoints = JSON.stringify({ directory: "https://d.example", relay: "wss://r.example" })
    const file = join(makeTemporaryFolder(), "endpoints.json")
    writeFileSync(file, endpoints)
    for (const { stdout } of [
      await runCommandLine(["--endpoints", file]),
      await runCommandLine(["--endpoints", "-"], { stdin: endpoints }),
      await runCommandLine([], { env: { WMODAL_ENDPOINTS: file } }),
    ])
      expect(stdout).toContain("connect-src 'self' https://d.example wss://r.example;")
  })

  it("includes own nodes from flags and the file, and those of --network", async () => {
    const typed = await runCommandLine(["--rpc", "eip155:1=http://node.example:8545/key"])
    expect(typed.stdout).toContain("connect-src 'self' http://node.example:8545;")
    const bitcoin = JSON.stringify({ bitcoin: "https://b.example/{projectId}/{reference}" })
    expect((await runCommandLine(["--endpoints", "-"], { stdin: bitcoin })).stdout).toContain(
      "connect-src 'self' https://b.example;",
    )
    expect((await runCommandLine(["--network", "eip155:1"])).stdout).toContain(mainnetNodes)
  })

  it("prints one document with --json", async () => {
    const { stdout } = await runCommandLine(["eip155:1", "--json"])
    const Document = z.object({
      v: z.literal(1),
      header: z.literal("Content-Security-Policy"),
      policy: z.string(),
      meta: z.string(),
      directives: z.record(z.string(), z.array(z.string())),
    })
    const { directives, policy } = Document.parse(JSON.parse(stdout))
    expect(directives["script-src"]).toEqual(["'self'"])
    expect(`${policy}\n`).toBe((await runCommandLine(["eip155:1"])).stdout)
  })

  it.each([
    ["nothing is named", [], "Cannot derive a policy"],
    ["a network is unknown", ["eip155:424242"], "eip155:424242"],
    ["the file is missing", ["--endpoints", "/nowhere.json"], "/nowhere.json"],
  ])("exits with 3 when %s", async (_, words, text) => {
    const { code, stderr, stdout } = await runCommandLine(words)
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" })
    expect(stderr).toContain(text)
  })
})
