import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { toOwnKeys } from "../apps/modal-web/scripts/ownKeys.mjs"

const read = (file) => readFileSync(new URL(`../node_modules/zod/v4/core/${file}`, import.meta.url), "utf8")

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
