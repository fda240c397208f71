import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { makeTemporaryFolder } from "../testing/makeTemporaryFolder.ts"
import { openStateFolder, statePath } from "./StateFolder.ts"

const schema = z.strictObject({ v: z.literal(1), text: z.string() })
const value = { v: 1 as const, text: "hello" }

describe("statePath", () => {
  it.each([
    [{ XDG_STATE_HOME: "/state", HOME: "/home/a" }, "/state/wmodal"],
    [{ HOME: "/home/a" }, "/home/a/.local/state/wmodal"],
    [{ XDG_STATE_HOME: "relative", HOME: "/home/a" }, "/home/a/.local/state/wmodal"],
    [{ XDG_STATE_HOME: "", HOME: "/home/a" }, "/home/a/.local/state/wmodal"],
  ])("follows the XDG rules: %o", (env, path) => {
    expect(statePath(env)).toBe(path)
  })
})

describe("StateFolder", () => {
  it("reads the written value and restricts files and folders to their owner", () => {
    const path = join(makeTemporaryFolder(), "a", "b", "wmodal")
    const folder = openStateFolder(path)
    expect(folder.read("one.json", schema)).toBeNull()
    folder.write("one.json", value)
    expect(folder.read("one.json", schema)).toEqual(value)
    expect(statSync(path).mode & 0o777).toBe(0o700)
    expect(statSync(join(path, "one.json")).mode & 0o777).toBe(0o600)
    expect(readdirSync(path)).toEqual(["one.json"])
    folder.remove("one.json")
    folder.remove("one.json")
    expect(folder.read("one.json", schema)).toBeNull()
  })

  it("refuses a folder that is a symbolic link, and files that are", () => {
    const root = makeTemporaryFolder()
    const planted = join(root, "planted")
    mkdirSync(planted, { mode: 0o700 })
    symlinkSync(planted, join(root, "wmodal"))
    const linked = openStateFolder(join(root, "wmodal"))
    expect(() => linked.write("one.json", value)).toThrow("it is a symbolic link")
    expect(() => linked.readText("one.json")).toThrow("it is a symbolic link")
    expect(readdirSync(planted)).toEqual([])

    const folder = openStateFolder(planted)
    writeFileSync(join(root, "target"), "secret")
    symlinkSync(join(root, "target"), join(planted, "one.json"))
    expect(() => folder.readText("one.json")).toThrow("ELOOP")
  })

  it("restores the file mode with the next write", () => {
    const path = makeTemporaryFolder()
    const folder = openStateFolder(path)
    folder.write("one.json", value)
    chmodSync(join(path, "one.json"), 0o644)
    folder.write("one.json", value)
    expect(statSync(join(path, "one.json")).mode & 0o777).toBe(0o600)
  })

  it.each(["", "{", "null", "[]", '{"v":2,"text":"hello"}', '{"v":1}', '{"v":1,"text":"a","more":1}'])(
    "reads %j as missing",
    (content) => {
      const path = makeTemporaryFolder()
      writeFileSync(join(path, "one.json"), content)
      expect(openStateFolder(path).read("one.json", schema)).toBeNull()
    },
  )

  it("throws the system error when the folder cannot be used", () => {
    const path = makeTemporaryFolder()
    writeFileSync(join(path, "file"), "")
    const inFile = openStateFolder(join(path, "file", "wmodal"))
    expect(inFile.read("one.json", schema)).toBeNull()
    expect(() => inFile.write("one.json", value)).toThrow("ENOTDIR")
    mkdirSync(join(path, "one.json"))
    expect(() => openStateFolder(path).read("one.json", schema)).toThrow("EISDIR")
  })
})
