import { execFileSync } from "node:child_process"
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import os from "node:os"
import { join } from "node:path"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import * as z from "zod/mini"
import { makeTemporaryFolder } from "../testing/makeTemporaryFolder.ts"
import { openOwnFile } from "./ownership.ts"
import { openStateFolder, statePath } from "./StateFolder.ts"

const schema = z.strictObject({ v: z.literal(1), text: z.string() })
const value = { v: 1 as const, text: "hello" }

describe("statePath", () => {
  it.each([
    [{ XDG_STATE_HOME: "/state", HOME: "/home/a" }, "/state/wmodal"],
    [{ HOME: "/home/a" }, "/home/a/.local/state/wmodal"],
    [{ XDG_STATE_HOME: "relative", HOME: "/home/a" }, "/home/a/.local/state/wmodal"],
    [{ XDG_STATE_HOME: "", HOME: "/home/a" }, "/home/a/.local/state/wmodal"],
    [{ HOME: "" }, `${os.userInfo().homedir}/.local/state/wmodal`],
    [{ HOME: "relative" }, `${os.userInfo().homedir}/.local/state/wmodal`],
    [{}, `${os.userInfo().homedir}/.local/state/wmodal`],
  ])("follows the XDG rules: %o", (env, path) => {
    expect(statePath(env)).toBe(path)
  })

  it("takes the root for a user whom the system does not know", () => {
    vi.spyOn(os, "userInfo").mockImplementation(() => {
      throw new Error("uv_os_get_passwd returned ENOENT")
    })
    syncBuiltinESMExports()
    onTestFinished(() => {
      vi.restoreAllMocks()
      syncBuiltinESMExports()
    })
    expect(statePath({})).toBe("/.local/state/wmodal")
  })
})

describe("StateFolder", () => {
  it("reads the written value and restricts files and folders to their owner", () => {
    const path = join(makeTemporaryFolder(), "a", "b", "wmodal")
    const folder = openStateFolder(path)
    expect(folder.read("one.json", schema)).toBeNull()
    folder.write("one.json", schema, value)
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
    expect(() => linked.write("one.json", schema, value)).toThrow("is a symbolic link")
    expect(() => linked.readText("one.json")).toThrow("is a symbolic link")
    expect(readdirSync(planted)).toEqual([])

    const folder = openStateFolder(planted)
    writeFileSync(join(root, "target"), "secret", { mode: 0o600 })
    symlinkSync(join(root, "target"), join(planted, "one.json"))
    expect(() => folder.readText("one.json")).toThrow("one.json is a symbolic link")
  })

  it.each([0o666, 0o644, 0o640, 0o620])("refuses a file of mode %o, and names chmod", (mode) => {
    const path = makeTemporaryFolder()
    const folder = openStateFolder(path)
    folder.write("one.json", schema, value)
    chmodSync(join(path, "one.json"), mode)
    expect(() => folder.read("one.json", schema)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining(`is open to other users (mode ${mode.toString(8)})`),
        hint: `chmod 600 ${join(path, "one.json")}`,
      }),
    )
    chmodSync(join(path, "one.json"), 0o600)
    expect(folder.read("one.json", schema)).toEqual(value)
  })

  it.each([0o777, 0o770, 0o722])("refuses a folder of mode %o for reading and writing", (mode) => {
    const path = makeTemporaryFolder()
    const folder = openStateFolder(path)
    folder.write("one.json", schema, value)
    chmodSync(path, mode)
    const refused = expect.objectContaining({ hint: `chmod 700 ${path}` })
    expect(() => folder.read("one.json", schema)).toThrow(refused)
    expect(() => folder.read("none.json", schema)).toThrow(refused)
    expect(() => folder.write("one.json", schema, value)).toThrow(refused)
  })

  it("refuses folders and files of another user", () => {
    const path = makeTemporaryFolder()
    const folder = openStateFolder(path)
    folder.write("one.json", schema, value)
    const uid = process.getuid?.() ?? 0
    vi.spyOn(process, "getuid").mockReturnValue(uid + 1)
    onTestFinished(() => void vi.restoreAllMocks())
    expect(() => folder.read("one.json", schema)).toThrow("belongs to another user")
    expect(() => folder.write("one.json", schema, value)).toThrow("belongs to another user")
    expect(() => openOwnFile(join(path, "one.json"))).toThrow("belongs to another user")
  })

  it.each(["", "{", "null", "[]", '{"v":2,"text":"hello"}', '{"v":1}', '{"v":1,"text":"a","more":1}'])(
    "keeps %j aside, which cannot be read, and numbers the next",
    (content) => {
      const path = makeTemporaryFolder()
      const folder = openStateFolder(path)
      for (const [number, name] of ["one.json.bad", "one.json.2.bad", "one.json.3.bad"].entries()) {
        writeFileSync(join(path, "one.json"), content + " ".repeat(number), { mode: 0o600 })
        expect(() => folder.read("one.json", schema)).toThrow(`It is kept as ${join(path, name)}.`)
        expect(readFileSync(join(path, name), "utf8")).toBe(content + " ".repeat(number))
      }
      expect(readdirSync(path).toSorted()).toEqual(["one.json.2.bad", "one.json.3.bad", "one.json.bad"])
      expect(readFileSync(join(path, "one.json.bad"), "utf8")).toBe(content)
    },
  )

  it("writes nothing that it could not read again", () => {
    const path = makeTemporaryFolder()
    const folder = openStateFolder(path)
    folder.write("one.json", schema, value)
    expect(() => folder.write("one.json", schema, { v: 1, text: 5 })).toThrow("text is not valid")
    expect(folder.read("one.json", schema)).toEqual(value)
    expect(readdirSync(path)).toEqual(["one.json"])
  })

  it("throws the system error when the folder cannot be used", () => {
    const path = makeTemporaryFolder()
    writeFileSync(join(path, "file"), "")
    const inFile = openStateFolder(join(path, "file", "wmodal"))
    expect(inFile.read("one.json", schema)).toBeNull()
    expect(() => inFile.write("one.json", schema, value)).toThrow("ENOTDIR")
  })

  it("refuses what is no folder or no file, and waits for no pipe", () => {
    const path = makeTemporaryFolder()
    writeFileSync(join(path, "file"), "", { mode: 0o600 })
    const inPlace = openStateFolder(join(path, "file"))
    expect(() => inPlace.read("one.json", schema)).toThrow("file is not a folder")
    expect(() => inPlace.write("one.json", schema, value)).toThrow("file is not a folder")
    const folder = openStateFolder(path)
    mkdirSync(join(path, "one.json"))
    expect(() => folder.read("one.json", schema)).toThrow("one.json is not a file")
    expect(() => folder.write("one.json", schema, value)).toThrow("EISDIR")
    execFileSync("mkfifo", ["-m", "600", join(path, "pipe.json")])
    expect(() => folder.read("pipe.json", schema)).toThrow("pipe.json is not a file")
  })
})
