import { readFileSync } from "node:fs"
import { join } from "node:path"
import { readExamples, toProjects } from "./examples.mjs"

const countLines = (text) => text.split("\n").filter((line) => line.trim() !== "").length

/**
 * What a reader of each page writes: the named blocks of the page, or the files of the example that it shows.
 * @returns for each page of `docs` its files and their lines that are not blank
 */
export const countTasks = (root) => {
  const read = (path) => readFileSync(join(root, path), "utf8")
  const readPage = (page) => readExamples(read(`docs/${page}.md`))
  const [started] = toProjects(readPage("start"))
  const ofBlocks = (page) => {
    const before = page === "start" ? {} : { "src/modal.ts": started["src/modal.ts"] }
    return Object.values(toProjects(readPage(page), before).at(-1)).map(({ code }) => code)
  }
  /** The files that the page includes: `<<< @/../examples/…`. */
  const ofExample = (page, example) => {
    const included = [...read(`docs/${page}.md`).matchAll(/^<<< @\/\.\.\/(examples\/[\w./-]+)/gm)]
    return [...new Set(included.map(([, path]) => path))]
      .filter((path) => path.startsWith(`examples/${example}/`))
      .map(read)
  }
  const count = (codes) => ({
    files: codes.length,
    lines: codes.reduce((sum, code) => sum + countLines(code), 0),
  })
  return {
    start: count(ofBlocks("start")),
    "start#next": count(ofExample("start", "next")),
    "recipes/own-button": count(ofBlocks("recipes/own-button")),
    "recipes/wagmi": count(ofBlocks("recipes/wagmi")),
    "recipes/siwe-server": count(ofExample("recipes/siwe-server", "siwx-hono")),
    "recipes/headless": count(ofBlocks("recipes/headless")),
    "recipes/theme": count(ofBlocks("recipes/theme")),
    "recipes/testing": count(ofExample("recipes/testing", "playwright")),
  }
}

/**
 * The pages of the kits in `e2e/bench/peers`: the packages that each installs, without React and what only fixes a
 * version, and its lines.
 */
export const countStarts = (root) => {
  const folder = (name) => join(root, "e2e/bench/peers/apps", name)
  const inner = /^(?:react|react-dom|@wagmi\/.+|@wmodal\/(?:protocol|frame-rpc|api|chains|core))$/
  const count = (name) => {
    const { dependencies } = JSON.parse(readFileSync(join(folder(name), "package.json"), "utf8"))
    return {
      packages: Object.keys(dependencies).filter((one) => !inner.test(one)).length,
      lines: countLines(readFileSync(join(folder(name), "src/main.jsx"), "utf8")),
    }
  }
  return Object.fromEntries(
    ["ours-evm", "ours", "rainbowkit", "appkit-1.7.2-multi"].map((name) => [name, count(name)]),
  )
}
