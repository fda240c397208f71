import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { parseStory } from "./parseStory.ts"
import { makeStorySchema } from "./storySchema.ts"

const folder = join(import.meta.dirname, "../../../../stories")
const files = readdirSync(folder).filter((name) => name.endsWith(".yaml"))

describe("the stories", () => {
  it.each(files)("can be read: %s", (name) => {
    const text = readFileSync(join(folder, name), "utf8")
    expect(text).toContain("$schema=./story.schema.json")
    expect(parseStory(text).steps.length).toBeGreaterThan(0)
  })

  it("have titles that differ, since each names a world", () => {
    const titles = files.map((name) => parseStory(readFileSync(join(folder, name), "utf8")).title)
    expect(new Set(titles).size).toBe(files.length)
  })

  it("have a schema for editors that says what is read", () => {
    expect(JSON.parse(readFileSync(join(folder, "story.schema.json"), "utf8"))).toEqual(makeStorySchema())
  })
})
