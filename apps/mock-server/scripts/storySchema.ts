import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { storySchema } from "../src/story/storySchema.ts"

const file = join(import.meta.dirname, "../../../stories/story.schema.json")
writeFileSync(file, `${JSON.stringify(storySchema(), null, 2)}\n`)
