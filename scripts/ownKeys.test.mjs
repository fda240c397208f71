import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { toOwnKeys } from "../apps/modal-web/scripts/ownKeys.mjs"

const read = (file) =>
  readFileSync(fileURLToPath(import.meta.resolve(`zod/v4/core`)).replace(/index\.js$/, file), "utf8")

describe("toOwnKeys", () => {
  it.each(["core.js", "schemas.js", "util.js"])("leaves no loop over inherited keys in zod's %s", (file) => {
    expect(read(file)).toMatch(/for \(const \w+ in /)
    expect(toOwnKeys(read(file))).not.toMatch(/for \((?:const|let|var) \w+ in /)
  })

  it("leaves no issue of zod that takes an inherited path", () => {
    const places = [
      ...read("util.js").matchAll(/iss\)\.path \?\?/g),
      ...read("schemas.js").matchAll(/def\.path \?\?/g),
    ]
    expect(places).toHaveLength(2)
    expect(toOwnKeys(read("util.js") + read("schemas.js"))).not.toMatch(/(?:iss\)|def)\.path \?\?/)
  })
})
