import { describe, expect, it } from "vitest"
import { readExamples, toModule } from "./examples.mjs"

const text = [
  "# Title",
  "```tsx of AppKit",
  "createAppKit({})",
  "```",
  "```sh",
  "npm start",
  "```",
  "<!-- uses: url: string -->",
  "<!-- uses: host: { name: string } -->",
  "```ts",
  "open(url)",
  "```",
].join("\n")

describe("readExamples", () => {
  it("returns the blocks in our language with their line and declarations, without those of another library", () => {
    expect(readExamples(text)).toEqual([
      { line: 11, code: "open(url)\n", uses: ["url: string", "host: { name: string }"] },
    ])
  })
})

describe("toModule", () => {
  it("keeps the code on the lines of the Markdown and declares what it uses below", () => {
    const [example] = readExamples(text)
    const lines = toModule(example).split("\n")
    expect(lines[example.line - 1]).toBe("open(url)")
    expect(lines.slice(example.line)).toEqual([
      "export {}",
      "declare const url: string",
      "declare const host: { name: string }",
      "",
    ])
  })
})
