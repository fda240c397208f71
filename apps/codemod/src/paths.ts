import { dirname, join, posix, relative } from "node:path"

const endings = [
  "",
  ".ts",
  ".tsx",
  ".js",
  ".jsx",
  ".mjs",
  ".mts",
  "/index.ts",
  "/index.tsx",
  "/index.js",
  "/index.jsx",
]

/** Returns the file that an import names, among those of the page; `null` for a package. */
export const resolveImport = (
  files: { readonly has: (path: string) => boolean },
  from: string,
  specifier: string,
): string | null => {
  const [, alias] = /^[@~]\/(.*)$/.exec(specifier) ?? []
  const bases =
    alias !== undefined
      ? [alias, `src/${alias}`, `app/${alias}`]
      : specifier.startsWith(".")
        ? [posix.normalize(join(dirname(from), specifier))]
        : []
  for (const base of bases) {
    for (const ending of endings) if (files.has(base + ending)) return base + ending
    // TypeScript's sources are imported under the names that they compile to.
    const source = base.replace(/\.([cm]?)jsx?$/, ".$1ts")
    for (const path of [source, `${source}x`]) if (files.has(path)) return path
  }
  return null
}

/** Returns the import of one file of the page by another. */
export const toSpecifier = (from: string, to: string): string => {
  const path = relative(dirname(from), to)
    .replaceAll("\\", "/")
    .replace(/(?:\/index)?\.[jt]sx?$/, "")
  return path.startsWith(".") ? path : `./${path}`
}
