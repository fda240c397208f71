import { type ExportSpecifier, Node, type SourceFile } from "ts-morph"
import { isAppKit, listImports } from "./imports.ts"
import { isDeclaredAnywhere, usesOf } from "./nodes.ts"
import { addNote, overwrite, removeStatement, replaceUse, want } from "./Source.ts"

/** A name of AppKit that a file imports or exports again. */
interface KitName {
  /** AppKit's name, `*` for the whole module. */
  readonly imported: string
  readonly from: string
}

/** A use of one of AppKit's names, in any file. */
export interface KitUse extends KitName {
  /** The name, or `kit.name` where the whole module is imported. */
  readonly node: Node
  /** The import of ours that it needs, once it was translated. */
  ours: { readonly from: string; readonly name: string } | null
}

const listNames = (file: SourceFile): readonly (KitName & { readonly local: Node })[] => [
  ...listImports(file).filter(({ from }) => isAppKit(from)),
  ...file.getExportDeclarations().flatMap((declaration) => {
    const from = declaration.getModuleSpecifierValue() ?? ""
    return (isAppKit(from) ? declaration.getNamedExports() : []).map((one) => ({
      local: one.getAliasNode() ?? one.getNameNode(),
      imported: one.getName(),
      from,
    }))
  }),
]

/** `kit.name` is a use of that name. */
const toUse = (node: Node, { from, imported }: KitName): KitUse => {
  const parent = node.getParent()
  return imported === "*" && (Node.isPropertyAccessExpression(parent) || Node.isQualifiedName(parent))
    ? { node: parent, imported: parent.getLastChildOrThrow().getText(), from, ours: null }
    : { node, imported, from, ours: null }
}

/** Removes names from the exports of a file. */
const removeExports = (removed: ReadonlySet<ExportSpecifier>) => {
  for (const declaration of new Set([...removed].map((one) => one.getExportDeclaration()))) {
    const kept = declaration.getNamedExports().filter((one) => !removed.has(one))
    const from = declaration.getModuleSpecifier()?.getText()
    const names = kept.map((one) => one.getText()).join(", ")
    if (kept.length === 0) removeStatement(declaration)
    else overwrite(declaration, `export { ${names} }${from ? ` from ${from}` : ""}`)
  }
}

/**
 * Finds the uses of AppKit in all files, also of names that a file exports again, and removes those exports: each file
 * imports ours itself.
 */
export const takeKitUses = (files: readonly SourceFile[]): ReadonlyMap<Node, KitUse> => {
  const found = new Map<Node, KitUse>()
  const exported = new Set<ExportSpecifier>()
  for (const file of files) {
    for (const declaration of file.getExportDeclarations()) {
      if (!isAppKit(declaration.getModuleSpecifierValue() ?? "")) continue
      if (declaration.isNamespaceExport())
        addNote(declaration, "Export by name what other files use of AppKit.")
      else for (const one of declaration.getNamedExports()) exported.add(one)
    }
    for (const name of listNames(file))
      for (const node of usesOf(name.local)) {
        const parent = node.getParent()
        const use = toUse(node, name)
        if (!Node.isExportSpecifier(parent)) found.set(use.node, use)
        else if (name.imported !== "*") exported.add(parent)
      }
  }
  removeExports(exported)
  const inOrder = files.flatMap((file) =>
    [...found.values()]
      .filter(({ node }) => node.getSourceFile() === file)
      .toSorted((a, b) => a.node.getPos() - b.node.getPos()),
  )
  return new Map(inOrder.map((use) => [use.node, use]))
}

/** Writes one of our names for a use of AppKit's; a name that the file has chosen stays. */
export const bring = (use: KitUse, from: string, name: string): void => {
  const text = use.node.getText()
  const [space, member] = text.split(".")
  const isHidden = member !== undefined && isDeclaredAnywhere(use.node.getSourceFile(), name)
  const chosen = text === use.imported || member !== undefined ? name : text
  const local = isHidden ? `${space}${name[0]?.toUpperCase()}${name.slice(1)}` : chosen
  use.ours = { from, name: local === name ? name : `${name} as ${local}` }
  want(use.node, from, use.ours.name)
  if (local !== text) replaceUse(use.node, local)
}
