import { modalWeb, otherNetworks, ourNetworks } from "./names.ts"
import { resolveImport } from "./paths.ts"
import {
  forEachUse,
  getDeclaration,
  type Node,
  type Source,
  span,
  textOf,
  walk,
  want,
  withoutCasts,
} from "./Source.ts"

/** Replaces imports of AppKit's networks, and the types that it casts lists of networks to. */
export const migrateNetworks = (source: Source, hasWagmi: boolean): { readonly needsViem: boolean } => {
  let needsViem = false
  for (const { from, imported, isType, local } of source.imports) {
    if (from !== "@reown/appkit/networks" || isType || imported === "*") continue
    const other = otherNetworks[imported]
    if (imported === "AppKitNetwork" || imported === "CaipNetwork") continue
    if (other !== undefined) {
      const isRenamed = local === imported && other !== imported
      want(source, modalWeb, local === imported ? other : `${other} as ${local}`)
      if (isRenamed) forEachUse(source.program, local, (node) => source.code.overwrite(...span(node), other))
      continue
    }
    const spelled = local === imported ? imported : `${imported} as ${local}`
    if (imported === "defineChain") {
      want(source, "viem", spelled)
      needsViem = true
    } else if (hasWagmi) want(source, "wagmi/chains", spelled)
    else if (ourNetworks.has(imported)) want(source, modalWeb, spelled)
    else {
      want(source, "viem/chains", spelled)
      needsViem = true
    }
  }
  const isOfAppKit = (node: Node) => /\b(?:AppKitNetwork|CaipNetwork)\b/.test(textOf(source, node))
  walk(source.program, (node) => {
    if (node.type === "TSAsExpression" && isOfAppKit(node.typeAnnotation))
      source.code.remove(span(node.expression)[1], span(node)[1])
    if (node.type === "Identifier" && node.typeAnnotation && isOfAppKit(node.typeAnnotation))
      source.code.remove(...span(node.typeAnnotation))
  })
  return { needsViem }
}

/** Finds the names of the networks in a list, `null` when it is not written as one. */
export const listNetworks = (
  sources: ReadonlyMap<string, Source>,
  source: Source,
  node: Node,
): readonly { readonly local: string; readonly imported: string }[] | null => {
  const value = withoutCasts(node)
  if (value.type === "ArrayExpression") {
    const names = value.elements.map((item) => (item?.type === "Identifier" ? item.name : null))
    return names.includes(null)
      ? null
      : names.flatMap((local) =>
          local === null
            ? []
            : [{ local, imported: source.imports.find((one) => one.local === local)?.imported ?? local }],
        )
  }
  if (value.type !== "Identifier") return null
  for (const statement of source.body) {
    const declared = getDeclaration(statement)
    if (declared?.name === value.name) return declared.init && listNetworks(sources, source, declared.init)
  }
  const given = source.imports.find(({ local }) => local === value.name)
  const path = given && resolveImport(sources, source.path, given.from)
  const other = path ? sources.get(path) : undefined
  return given === undefined || other === undefined
    ? null
    : listNetworks(sources, other, { ...value, name: given.imported })
}
