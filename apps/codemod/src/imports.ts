import { type Identifier, type ImportDeclaration, Node, type SourceFile } from "ts-morph"
import type { KitUse } from "./kit.ts"
import { listVariables, usesOf } from "./nodes.ts"
import { isLeft, overwrite, removeStatement, type Source } from "./Source.ts"

/** What a file imports under a local name. */
export interface ImportedName {
  readonly local: Identifier
  /** `default` or `*` for those forms. */
  readonly imported: string
  readonly from: string
  readonly declaration: ImportDeclaration
}

/** Reports that a module is one of AppKit's. */
export const isAppKit = (from: string): boolean => /^@reown\/appkit(?:[-/]|$)/.test(from)

export const listImports = (file: SourceFile): readonly ImportedName[] =>
  file
    .getImportDeclarations()
    .flatMap((declaration) =>
      [
        { local: declaration.getDefaultImport(), imported: "default" },
        { local: declaration.getNamespaceImport(), imported: "*" },
        ...declaration
          .getNamedImports()
          .map((one) => ({ local: one.getAliasNode() ?? one.getNameNode(), imported: one.getName() })),
      ].flatMap(({ imported, local }) =>
        Node.isIdentifier(local)
          ? [{ local, imported, from: declaration.getModuleSpecifierValue(), declaration }]
          : [],
      ),
    )

/** Returns the import of one file by another, as that file has it already. */
export const getSpecifier = ({ file }: Source, to: Source): string =>
  file
    .getImportDeclarations()
    .find((one) => one.getModuleSpecifierSourceFile() === to.file)
    ?.getModuleSpecifierValue() ?? file.getRelativePathAsModuleSpecifierTo(to.file)

/** Removes names from a file's imports. */
const removeImports = ({ file }: Source, isRemoved: (name: ImportedName) => boolean): void => {
  const names = listImports(file)
  for (const declaration of file.getImportDeclarations()) {
    const from = declaration.getModuleSpecifierValue()
    const given = names.filter((one) => one.declaration === declaration)
    const kept = given.filter((one) => !isRemoved(one)).map(({ local }) => local)
    if (kept.length === 0 && (given.length > 0 || isAppKit(from))) removeStatement(declaration)
    if (kept.length === 0 || kept.length === given.length) continue
    const plain = kept.map((local) => local.getParent()).filter(Node.isImportSpecifier)
    const whole = kept.filter((local) => !Node.isImportSpecifier(local.getParent()))
    const texts = [
      ...whole.map((local) => (local === declaration.getDefaultImport() ? "" : "* as ") + local.getText()),
      ...(plain.length > 0 ? [`{ ${plain.map((one) => one.getText()).join(", ")} }`] : []),
    ]
    const kind = declaration.isTypeOnly() ? "import type" : "import"
    overwrite(declaration, `${kind} ${texts.join(", ")} from ${JSON.stringify(from)}`)
  }
}

/** Removes variables that only what is gone has used, such as options that are written out. */
const removeVariables = (file: SourceFile): void => {
  for (const { name, statement } of listVariables(file).toReversed()) {
    const uses = usesOf(name)
    if (uses.length > 0 && !uses.some(isLeft) && !statement.isExported() && isLeft(statement))
      removeStatement(statement)
  }
}

/** Removes AppKit's imports and those that only what is gone has used. @returns packages that nothing imports any more */
export const removeUnused = (
  sources: readonly Source[],
  uses: ReadonlyMap<Node, KitUse>,
): readonly string[] => {
  const kept = new Set<string>()
  const gone = new Set<string>()
  for (const source of sources) {
    const isTouched = source.code.hasChanged() || /@reown\/appkit/.test(source.file.getFullText())
    if (isTouched) removeVariables(source.file)
    removeImports(source, ({ from, local }) => {
      const used = (isTouched ? usesOf(local) : []).filter((use) => use.getSourceFile() === source.file)
      // A name that another file has exported again is AppKit's, too.
      const isKit = isAppKit(from) || used.some((use) => uses.has(use))
      const isRemoved = isKit || (used.length > 0 && !used.some(isLeft))
      ;(isRemoved ? gone : kept).add(from)
      return isRemoved
    })
  }
  return [...gone].filter((name) => !kept.has(name))
}

/** Writes the wanted imports that the file uses and returns its new text. */
export const printSource = ({ code, file, wanted }: Source): string => {
  const text = code.toString()
  const known = new Set(
    listImports(file).flatMap(({ from, imported, local }) => [
      `${from} ${local.getText()}`,
      `${from} ${imported} as ${local.getText()}`,
    ]),
  )
  const lines = [...wanted]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([from, names]) => {
      if (names.size === 0) return [`import "${from}"`]
      const isMissing = (name: string) =>
        !known.has(`${from} ${name}`) && RegExp(`\\b${name.split(" ").at(-1)}\\b`).test(text)
      const missing = [...names].filter(isMissing).toSorted()
      return missing.length === 0 ? [] : [`import { ${missing.join(", ")} } from "${from}"`]
    })
  const first = file.getImportDeclarations()[0] ?? file.getStatements()[0]
  if (lines.length > 0) code.prependLeft(first?.getStart() ?? 0, `${lines.join("\n")}\n`)
  return code.toString()
}
