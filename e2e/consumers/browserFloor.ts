import { globSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { type Floor, type NewerPart, parseFloor, supportedFloor } from "./floor/compat.ts"
import { exceptions, firstExceptions, isExcepted } from "./floor/exceptions.ts"
import { findNewerInScript, listTexts } from "./floor/scripts.ts"
import { findNewerInStyles, isStyleSheet } from "./floor/styles.ts"

/** The published files that a browser runs. */
const listPublished = (root: string): readonly string[] =>
  ["apps/modal-web/dist/lib", "apps/modal-web/dist/cdn", "libs/{walletconnect,wagmi,adapters}/dist"]
    .flatMap((folder) => globSync(`${folder}/**/*.{js,css}`, { cwd: root }))
    .toSorted()

/** The files that a page imports, with those that load with them: they may not end a page in any browser. */
const entries = [
  ...["index", "react", "elements", "siwx", "ssr"].map((name) => `apps/modal-web/dist/lib/${name}.js`),
  ...["wmodal", "auto", "networks", "siwx"].map((name) => `apps/modal-web/dist/cdn/${name}.js`),
  "apps/modal-web/dist/lib/chunks/tooOld.js",
  "libs/walletconnect/dist/index.js",
]

const listFirst = async (root: string): Promise<readonly string[]> => {
  const seen = new Set<string>()
  const add = async (path: string): Promise<void> => {
    if (seen.has(path)) return
    seen.add(path)
    const text = await readFile(join(root, path), "utf8")
    for (const [, name = ""] of text.matchAll(/(?:\bfrom\s*|^import\s*|;import\s*)["'`](\.[^"'`]+)["'`]/gm))
      await add(join(dirname(path), name))
  }
  for (const path of entries) await add(path)
  return [...seen]
}

/** Returns what a published file has that is newer than a floor. */
const findNewerParts = async (path: string, text: string, floor: Floor): Promise<readonly NewerPart[]> =>
  path.endsWith(".css")
    ? findNewerInStyles(text, floor)
    : [
        ...(await findNewerInScript(text, floor)),
        ...listTexts(text)
          .filter(isStyleSheet)
          .flatMap((css) => findNewerInStyles(css, floor)),
      ]

/**
 * Checks the published files that a browser runs. @returns faults: syntax, parts of the platform and of style sheets
 * that some browser of the floor lacks, the same for what a page's first files need below it, and exceptions that no
 * file needs
 */
export const findNewerThanFloor = async (root: string): Promise<readonly string[]> => {
  const published = listPublished(root)
  if (published.length < 20) return [`Only ${published.length} files were found.`]
  const faults: string[] = []
  const used = new Set<string>()
  const report = (path: string, parts: readonly NewerPart[], list: Readonly<Record<string, string>>) => {
    for (const { name, since } of parts)
      if (!isExcepted(name, list, used)) faults.push(`${path} has ${name} (${since.join(", ")}).`)
  }
  const read = (path: string) => readFile(join(root, path), "utf8")
  for (const path of published)
    report(path, await findNewerParts(path, await read(path), supportedFloor), exceptions)
  // A style sheet ends no page.
  for (const path of await listFirst(root))
    report(path, await findNewerInScript(await read(path), parseFloor), firstExceptions)
  const unused = Object.keys(firstExceptions).filter((name) => !used.has(name))
  return [...faults, ...unused.map((name) => `No file has ${name}: remove its exception.`)]
}
