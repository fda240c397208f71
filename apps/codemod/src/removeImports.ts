import { isAppKit, removeStatement, type Source, span, textOf } from "./Source.ts"

/** Removes names from a file's imports. */
export const removeImports = (source: Source, isRemoved: (from: string, imported: string) => boolean) => {
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
            : "default",
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
