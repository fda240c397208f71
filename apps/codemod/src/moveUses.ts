import { type Identifier, type Node } from "ts-morph"
import type { Creation } from "./Creation.ts"
import { isAppKit, listImports } from "./imports.ts"
import type { KitUse } from "./kit.ts"
import { isIn, listVariables, usesOf } from "./nodes.ts"
import { listOptionParts } from "./options.ts"
import { printNode, type Source, want } from "./Source.ts"

const isInAny = (node: Node, nodes: readonly Node[]) => nodes.some((one) => isIn(node, one))
const isUsedIn = (name: Identifier, nodes: readonly Node[]) => usesOf(name).some((use) => isInAny(use, nodes))
/** Moves what the options use of another file into the home of the modal, before its declaration. */
export const moveUses = (
  uses: ReadonlyMap<Node, KitUse>,
  home: Source,
  { options, source, statement }: Creation,
): string => {
  const ownImports = listImports(home.file).filter(({ from }) => !isAppKit(from))
  const atHome = new Set(
    [...listVariables(home.file).map(({ name }) => name), ...ownImports.map(({ local }) => local)].map(
      (name) => name.getText(),
    ),
  )
  const declared = listVariables(source.file).filter(
    (one) => one.statement !== statement && !atHome.has(one.name.getText()),
  )
  const moved = new Set<(typeof declared)[number]>()
  const visit = (nodes: readonly Node[]): void => {
    for (const one of declared)
      if (!moved.has(one) && isUsedIn(one.name, nodes)) {
        moved.add(one)
        visit([one.statement])
      }
    for (const { node, ours } of uses.values())
      if (ours && isInAny(node, nodes)) want(home.file, ours.from, ours.name)
    for (const { declaration, from, imported, local } of listImports(source.file)) {
      const name = local.getText()
      if (isAppKit(from) || atHome.has(name) || !isUsedIn(local, nodes)) continue
      const file = declaration.getModuleSpecifierSourceFile()
      if (file === home.file) continue
      const isRelative = file && from.startsWith(".")
      want(
        home.file,
        isRelative ? home.file.getRelativePathAsModuleSpecifierTo(file) : from,
        imported === name ? name : `${imported} as ${name}`,
      )
    }
  }
  visit(listOptionParts(options))
  const texts = declared.flatMap((one) => (moved.has(one) ? [`${printNode(one.statement)}\n\n`] : []))
  return texts.join("")
}
