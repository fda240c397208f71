import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { makeStorySchema } from "../src/story/storySchema.ts"

const file = join(import.meta.dirname, "../../../stories/story.schema.json")
writeFileSync(file, `${JSON.stringify(makeStorySchema(), null, 2)}\n`)
