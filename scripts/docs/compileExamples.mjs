import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../ensure.mjs"
import { readExamples, toModule } from "./examples.mjs"

/**
 * `node scripts/docs/compileExamples.mjs [file ...]` compiles the code blocks of the README files and of `docs/`
 * against the packages. It needs their types: `npx tsc -b`. Errors name the file and line of the Markdown.
 */
const requested = process.argv.slice(2)
const list = (path, options) => readdirSync(join(root, path), options).map((name) => join(path, name))
const documented = () => [
  "README.md",
  ...list("docs", { recursive: true }).filter(
    (path) => path.endsWith(".md") && !path.includes("node_modules"),
  ),
  ...["apps", "libs"]
    .flatMap((group) => list(group))
    .map((path) => join(path, "README.md"))
    .filter((path) => existsSync(join(root, path))),
]
const files = requested.length > 0 ? requested : documented()

// Under the root, because the packages are found from there.
const folder = join(root, "dist/docExamples")
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

/** The Markdown file of each module. */
const sources = new Map()
for (const file of files)
  for (const example of readExamples(readFileSync(join(root, file), "utf8"))) {
    const name = `${file.replaceAll(/\W+/g, "-")}-${example.line}.tsx`
    writeFileSync(join(folder, name), toModule(example))
    sources.set(name, file)
  }

// What a page's framework brings.
writeFileSync(
  join(folder, "frameworks.d.ts"),
  `declare module "*.css"
declare module "next/headers" { export const headers: () => Promise<Headers> }
`,
)
writeFileSync(
  join(folder, "tsconfig.json"),
  JSON.stringify({
    compilerOptions: {
      target: "ES2024",
      lib: ["ES2024", "DOM", "DOM.Iterable"],
      types: ["node"],
      module: "ESNext",
      moduleResolution: "bundler",
      jsx: "react-jsx",
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      skipLibCheck: true,
    },
    files: ["frameworks.d.ts", ...sources.keys()],
  }),
)
const { status, stdout } = spawnSync(
  join(root, "node_modules/.bin/tsc"),
  ["-p", folder, "--pretty", "false"],
  {
    cwd: folder,
    encoding: "utf8",
  },
)
const report = stdout.replaceAll(/^[\w-]+\.tsx/gm, (name) => sources.get(name) ?? name)
if (report !== "") console.log(report.trimEnd())
console.log(`${sources.size} examples, ${status === 0 ? "all compile" : "see the errors above"}`)
process.exitCode = status === 0 ? 0 : 1
