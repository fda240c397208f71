import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, vi } from "vitest"
import { parse } from "../plan/parse.ts"
import { run } from "../run.ts"
import { recordedFacts } from "./facts.ts"
import { temporaryFolder } from "./temporaryFolder.ts"

/** A person's machine: commands share its state folder and nothing else. */
export const machine = () => {
  vi.stubGlobal("__WMODAL_VERSION__", "1.2.3")
  const home = temporaryFolder()
  const play = async (words: readonly string[], stdin = "") => {
    const parsed = parse(words)
    if (parsed._tag !== "Run") throw new Error(`not a command: ${words.join(" ")}`)
    const { facts, stderr, stdout } = recordedFacts({ env: { XDG_STATE_HOME: home }, stdin })
    const code = await run(parsed.plan, parsed.shared, facts)
    return { code, stdout: stdout(), stderr: stderr() }
  }
  const json = async (words: readonly string[], stdin?: string): Promise<Record<string, unknown>> => {
    const { code, stderr, stdout } = await play([...words, "--json"], stdin)
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    return JSON.parse(stdout)
  }
  const refusal = async (words: readonly string[], stdin?: string) => {
    const { code, stderr, stdout } = await play(words, stdin)
    expect(stdout).toBe("")
    return { exit: code, ...JSON.parse(stderr) }
  }
  const secret = (name: string, content: string): string => {
    const path = join(home, name)
    writeFileSync(path, content, { mode: 0o600 })
    return path
  }
  return { home, play, json, refusal, secret }
}
