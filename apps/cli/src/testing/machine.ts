import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, vi } from "vitest"
import { parse } from "../plan/parse.ts"
import { run } from "../run.ts"
import { makeTemporaryFolder } from "./makeTemporaryFolder.ts"
import { makeRecordedFacts } from "./recordedFacts.ts"

/** Returns a user's machine: commands share only its state folder. */
export const makeMachine = () => {
  vi.stubGlobal("__WMODAL_VERSION__", "1.2.3")
  const home = makeTemporaryFolder()
  /** Starts a command and exposes its output while it runs. */
  const start = (words: readonly string[], stdin: string | Uint8Array = "") => {
    const parsed = parse(words)
    if (parsed._tag !== "Run") throw new Error(`not a command: ${words.join(" ")}`)
    const { facts, stderr, stdout } = makeRecordedFacts({ env: { XDG_STATE_HOME: home }, stdin })
    const ended = run(parsed.plan, parsed.shared, facts).then((code) => ({
      code,
      stdout: stdout(),
      stderr: stderr(),
    }))
    /** Returns the states so far, with `--jsonl`. */
    const states = (): readonly Record<string, unknown>[] =>
      stdout()
        .split("\n")
        .flatMap((line) => (line === "" ? [] : [JSON.parse(line)]))
    /** Resolves with the first state of one of these names, as soon as it is printed. */
    const state = (...names: readonly string[]): Promise<Record<string, unknown>> =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = states().find((one) => names.includes(`${one["state"]}`))
          if (found !== undefined) resolve(found)
          return found !== undefined
        }
        if (look()) return
        facts.stdout.on("data", () => queueMicrotask(look))
        ended.then(
          () => reject(new Error(`${names.join(" or ")} did not come: ${stdout()}${stderr()}`)),
          reject,
        )
      })
    /** Resolves with the first complete line on stderr. */
    const line = (): Promise<string> =>
      new Promise((resolve, reject) => {
        facts.stderr.on("data", () =>
          queueMicrotask(() =>
            stderr().includes("\n") ? resolve(stderr().split("\n")[0] ?? "") : undefined,
          ),
        )
        ended.then(() => reject(new Error(`stderr: ${stderr()}`)), reject)
      })
    return { ended, states, state, line }
  }
  const play = (words: readonly string[], stdin?: string | Uint8Array) => start(words, stdin).ended
  const json = async (
    words: readonly string[],
    stdin?: string | Uint8Array,
  ): Promise<Record<string, unknown>> => {
    const { code, stderr, stdout } = await play([...words, "--json"], stdin)
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    return JSON.parse(stdout)
  }
  const refusal = async (words: readonly string[], stdin?: string | Uint8Array) => {
    const { code, stderr, stdout } = await play(words, stdin)
    expect(stdout).toBe("")
    return { exit: code, ...JSON.parse(stderr) }
  }
  const secret = (name: string, content: string | Uint8Array): string => {
    const path = join(home, name)
    writeFileSync(path, content, { mode: 0o600 })
    return path
  }
  return { home, start, play, json, refusal, secret }
}
