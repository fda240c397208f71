import { describe, expect, it } from "vitest"
import { readExamples, toModule, toProjects } from "./examples.mjs"

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

describe("toProjects", () => {
  const name = (file, code) => `\`\`\`ts [${file}]\n${code}\n\`\`\``
  const read = (...blocks) => readExamples(blocks.join("\n"))
  const toCode = (project) =>
    Object.fromEntries(Object.entries(project).map(([file, { code }]) => [file, code]))

  it("returns one project with all files when each is named once", () => {
    const projects = toProjects(read(name("src/a.ts", "one"), "```ts\nunnamed\n```", name("src/b.ts", "two")))
    expect(projects.map(toCode)).toEqual([{ "src/a.ts": "one\n", "src/b.ts": "two\n" }])
  })

  it("returns a next project when a block replaces a file", () => {
    const blocks = read(name("src/a.ts", "one"), name("src/a.ts", "new"), name("src/b.ts", "two"))
    expect(toProjects(blocks).map(toCode)).toEqual([
      { "src/a.ts": "one\n" },
      { "src/a.ts": "new\n", "src/b.ts": "two\n" },
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
