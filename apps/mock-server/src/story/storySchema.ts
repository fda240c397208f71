import * as z from "zod/mini"
import { WrittenStory } from "./Story.ts"

/**
 * Returns the JSON Schema of a story for editors. `npm run story-schema -w @wmodal/mock-server` writes it to
 * `stories/`.
 */
export const makeStorySchema = (): unknown => ({
  title: "A story of wmodal",
  ...JSON.parse(JSON.stringify(z.toJSONSchema(WrittenStory, { io: "input", unrepresentable: "any" }))),
})
