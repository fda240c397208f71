import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { root } from "../ensure.mjs"
import { readExamples, toModule, toProjects } from "./examples.mjs"

/**
 * `node scripts/docs/compileExamples.mjs [file ...]` compiles the code blocks of the README files and of `docs/`
 * against the packages. It needs their types: `npx tsc -b`. Errors name the file and line of the Markdown.
 */
const requested = process.argv.slice(2)
const list = (path, options) => readdirSync(join(root, path), options).map((name) => join(path, name))
const documented = () => [
  "README.md",
  ...list("docs", { recursive: true }).filter(
    (path) => path.endsWith(".md") && !/node_modules|docs\/reference/.test(path),
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
const write = (name, file, example) => {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), toModule(example))
  sources.set(name, file)
}
const read = (file) => readExamples(readFileSync(join(root, file), "utf8"))
/** `src/modal.ts` of the first page, which the recipes go on with. */
const started = toProjects(read("docs/start.md"))[0]
let count = 0
for (const file of files) {
  const examples = read(file)
  count += examples.length
  const page = file.replaceAll(/\W+/g, "-")
  for (const example of examples)
    if (example.file === undefined) write(`${page}-${example.line}.tsx`, file, example)
  if (examples.every((example) => example.file === undefined)) continue
  const before = file === "docs/start.md" ? {} : { "src/modal.ts": started["src/modal.ts"] }
  for (const [at, project] of toProjects(examples, before).entries())
    for (const [name, example] of Object.entries(project)) write(`${page}-${at}/${name}`, file, example)
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
const report = stdout.replaceAll(/^[\w./-]+\.tsx?/gm, (name) => sources.get(name) ?? name)
if (report !== "") console.log(report.trimEnd())
console.log(`${count} examples, ${status === 0 ? "all compile" : "see the errors above"}`)
process.exitCode = status === 0 ? 0 : 1
