import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { parseStory } from "./parseStory.ts"
import { makeStorySchema } from "./storySchema.ts"

const folder = join(import.meta.dirname, "../../../../stories")
const files = readdirSync(folder).filter((name) => name.endsWith(".yaml"))

describe("story files", () => {
  it.each(files)("parses %s", (name) => {
    const text = readFileSync(join(folder, name), "utf8")
    expect(text).toContain("$schema=./story.schema.json")
    expect(parseStory(text).steps.length).toBeGreaterThan(0)
  })

  it("has distinct titles, because a title names a world", () => {
    const titles = files.map((name) => parseStory(readFileSync(join(folder, name), "utf8")).title)
    expect(new Set(titles).size).toBe(files.length)
  })

  it("has the JSON Schema that makeStorySchema returns", () => {
    expect(JSON.parse(readFileSync(join(folder, "story.schema.json"), "utf8"))).toEqual(makeStorySchema())
  })
})
