import { globSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { transformWithOxc } from "vite"

/**
 * What some browser of the floor in `docs/concepts/browsers.md` lacks (Chrome 126, Safari 18.0, Firefox 126), with the first
 * browsers that have it. Source: MDN browser compatibility data.
 */
const newerParts: Readonly<Record<string, RegExp>> = {
  "Promise.try (Chrome 128, Safari 18.2, Firefox 134)": /\bPromise\.try\(/,
  "modifiers in a regular expression (Firefox 132)": /\(\?[ims]+:/,
  "RegExp.escape (Chrome 136, Safari 18.2, Firefox 134)": /\bRegExp\.escape\(/,
  "methods of Set (Firefox 127)":
    /\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference|intersection)\(/,
  "Iterator.from (Safari 18.4, Firefox 131)": /\bIterator\.from\(/,
  "methods of iterators (Safari 18.4, Firefox 131)":
    /\.(?:(?:values|keys|entries)\(\)|matchAll\([^()]*\))\.(?:map|filter|some|every|find|toArray|take|drop|reduce|flatMap|forEach)\(/,
  "Error.isError (Chrome 134)": /\bError\.isError\(/,
  "Intl.DurationFormat (Chrome 129, Firefox 136)": /\bIntl\.DurationFormat\b/,
  "Temporal (Firefox 139)": /\bTemporal\.\w/,
  "Map.getOrInsert (2026)": /\.getOrInsert(?:Computed)?\(/,
  "Element.moveBefore (Chrome 133)": /\.moveBefore\(/,
  "setHTMLUnsafe with a sanitizer (2026)": /\.setHTML\(/,
  "document.startViewTransition (Firefox 144)": /document\.startViewTransition\(/,
  "@starting-style (Firefox 129)": /@starting-style/,
  "transition-behavior (Firefox 129)": /allow-discrete/,
  "anchor positioning (Chrome 125, Safari 26)": /\banchor-name:|position-anchor:/,
  "interpolate-size (Chrome 129)": /interpolate-size:/,
  "CSS if() and sibling-index() (Chrome 137)": /sibling-index\(|corner-shape:/,
  "@property in a style sheet (Firefox 128)": /@property\s+--/,
}

/**
 * Checks the published files that a browser runs. @returns faults: syntax newer than ES2024, which lowering to it would
 * change, and parts of the platform that the oldest supported browsers lack
 */
export const findNewerThanFloor = async (root: string): Promise<readonly string[]> => {
  const scripts = [
    "apps/modal-web/dist/lib",
    "apps/modal-web/dist/cdn",
    "libs/{walletconnect,wagmi,adapters}/dist",
  ]
    .flatMap((folder) => globSync(`${folder}/**/*.{js,css}`, { cwd: root }))
    .toSorted()
  if (scripts.length < 20) return [`Only ${scripts.length} files were found.`]
  const faults: string[] = []
  for (const path of scripts) {
    const text = await readFile(join(root, path), "utf8")
    for (const [name, pattern] of Object.entries(newerParts))
      if (pattern.test(text)) faults.push(`${path} uses ${name}.`)
    if (!path.endsWith(".js")) continue
    const print = async (target: string) => (await transformWithOxc(text, path, { target })).code
    if ((await print("es2024")) !== (await print("esnext")))
      faults.push(`${path} has syntax newer than ES2024.`)
  }
  return faults
}
