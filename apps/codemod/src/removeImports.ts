import {
  forEachUse,
  isAppKit,
  type Node,
  parseSource,
  removeStatement,
  type Source,
  span,
  textOf,
} from "./Source.ts"

/** Removes names from a file's imports. */
export const removeImports = (
  source: Source,
  isRemoved: (from: string, imported: string, local: string) => boolean,
) => {
  for (const statement of source.body) {
    if (statement.type !== "ImportDeclaration") continue
    const from = statement.source.value
    const kept = statement.specifiers.filter(
      (one) =>
        !isRemoved(
          from,
          one.type === "ImportSpecifier"
            ? one.imported.type === "Identifier"
              ? one.imported.name
              : one.imported.value
            : one.type === "ImportDefaultSpecifier"
              ? "default"
              : "*",
          one.local.name,
        ),
    )
    if (kept.length === statement.specifiers.length && !(isAppKit(from) && kept.length === 0)) continue
    if (kept.length === 0) removeStatement(source, statement)
    else {
      const plain = kept.filter(({ type }) => type === "ImportSpecifier").map((one) => textOf(source, one))
      const whole = kept.filter(({ type }) => type !== "ImportSpecifier").map((one) => textOf(source, one))
      const names = [...whole, ...(plain.length > 0 ? [`{ ${plain.join(", ")} }`] : [])].join(", ")
      const kind = statement.importKind === "type" ? "import type" : "import"
      source.code.overwrite(...span(statement), `${kind} ${names} from ${JSON.stringify(from)}`)
    }
  }
}

/** Returns the names that a file imports, has used, and uses no longer. */
export const listUnused = (source: Source): ReadonlySet<string> => {
  const text = source.code.toString()
  if (text === source.text) return new Set()
  let after: Source
  try {
    after = parseSource(source.path, text)
  } catch {
    return new Set()
  }
  const count = (root: Node, name: string) => {
    let uses = 0
    forEachUse(root, name, () => uses++)
    return uses
  }
  return new Set(
    source.imports
      .map(({ local }) => local)
      .filter((local) => count(source.program, local) > 0 && count(after.program, local) === 0),
  )
}
