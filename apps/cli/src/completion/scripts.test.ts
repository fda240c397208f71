import { spawnSync } from "node:child_process"
import { beforeAll, describe, expect, it, vi } from "vitest"
import { listCommands } from "../plan/parse.ts"
import { listBranches } from "./Branch.ts"
import { formatCompletionScript } from "./scripts.ts"

beforeAll(() => {
  vi.stubGlobal("__WMODAL_VERSION__", "1.2.3")
})

const getBranches = () => listBranches(listCommands())

describe("listBranches", () => {
  it("lists every command with its own and the shared flags", () => {
    const words = (path: string) => getBranches().find((branch) => branch.path.join(" ") === path)?.words
    expect(words("")).toEqual(expect.arrayContaining(["connect", "sign", "doctor", "--json"]))
    expect(words("sign")).toEqual(expect.arrayContaining(["message", "typed-data"]))
    expect(words("sign message")).toEqual(
      expect.arrayContaining(["--yes", "--key-file", "--network", "--help"]),
    )
    expect(words("connect")).not.toContain("--chain")
  })
})

describe("formatCompletionScript", () => {
  /** Returns bash's completions of the last word. */
  const offered = (...words: readonly string[]): readonly string[] => {
    const line = ["wmodal", ...words].map((word) => `'${word}'`).join(" ")
    const script = `${formatCompletionScript("bash", getBranches())}
COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _wmodal; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { status, stderr, stdout } = spawnSync("bash", ["--norc", "-c", script], { encoding: "utf8" })
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
    return stdout.trimEnd().split("\n")
  }

  it("completes commands and flags in bash", () => {
    expect(offered("conn")).toEqual(["connect"])
    expect(offered("sign", "m")).toEqual(["message"])
    expect(offered("--json", "sign", "typed-data", "--pass")).toEqual(["--password-file"])
    expect(offered("networks", "re")).toEqual(["remove"])
  })

  it.each(["zsh", "fish", "powershell"] as const)("names every command for %s", (shell) => {
    const script = formatCompletionScript(shell, getBranches())
    for (const { path } of getBranches()) expect(script).toContain(path.join(" "))
  })
})
