import type { Creation } from "./Creation.ts"
import { modalWeb, otherNetworks } from "./names.ts"
import { listInlined, listOptionUses } from "./options.ts"
import { resolveImport, toSpecifier } from "./paths.ts"
import {
  changedTextOf,
  forEachUse,
  getDeclaration,
  isAppKit,
  listUses,
  type Node,
  removeStatement,
  type Source,
  span,
  want,
} from "./Source.ts"

/** Moves what the options use of another file into the home of the modal, before its declaration. */
export const moveUses = (
  sources: ReadonlyMap<string, Source>,
  home: Source,
  { options, source, statement }: Creation,
): string => {
  const moved: string[] = []
  const seen = new Set<string>()
  const isDeclaredAtHome = (name: string) =>
    home.body.some((one) => getDeclaration(one)?.name === name) ||
    home.imports.some(({ local }) => local === name)
  const visit = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    const given = source.imports.find(({ local }) => local === name)
    if (given !== undefined) {
      if (isAppKit(given.from) || isDeclaredAtHome(name)) {
        const other = otherNetworks[given.imported]
        if (given.from === "@reown/appkit/networks" && !isDeclaredAtHome(name)) {
          if (other === undefined) want(home, "wagmi/chains", given.imported)
          else want(home, modalWeb, other)
        }
        return
      }
      const path = resolveImport(sources, source.path, given.from)
      if (path === home.path) return
      const from = path !== null && given.from.startsWith(".") ? toSpecifier(home.path, path) : given.from
      want(home, from, given.imported === name ? name : `${given.imported} as ${name}`)
      return
    }
    const declaration = source.body.find((one) => getDeclaration(one)?.name === name)
    if (declaration === undefined || isDeclaredAtHome(name)) return
    for (const used of listUses(declaration)) if (used !== name) visit(used)
    moved.push(changedTextOf(source, declaration))
    let others = 0
    forEachUse(source.program, name, (node) => {
      const [start] = span(node)
      const isIn = (one: Node) => span(one)[0] <= start && start < span(one)[1]
      if (!isIn(declaration) && !isIn(statement)) others++
    })
    if (others === 0) removeStatement(source, declaration)
  }
  for (const used of listOptionUses(source, options)) visit(used)
  return moved.map((text) => `${text}\n\n`).join("")
}

/** Removes variables whose objects are now part of the options, where nothing else uses them. */
export const removeInlined = ({ argument, source, statement }: Creation) => {
  const names = listInlined(source, argument)
  const declarations = source.body.filter((one) => names.includes(getDeclaration(one)?.name ?? ""))
  for (const declaration of declarations) {
    const declared = getDeclaration(declaration)
    let others = 0
    if (declared !== null)
      forEachUse(source.program, declared.name, (node) => {
        const [start] = span(node)
        const isIn = (one: Node) => span(one)[0] <= start && start < span(one)[1]
        if (![statement, ...declarations].some(isIn)) others++
      })
    if (others === 0 && declared?.isExported === false) removeStatement(source, declaration)
  }
}
