import { modalWeb, otherNetworks, ourNetworks } from "./names.ts"
import { resolveImport } from "./paths.ts"
import {
  forEachUse,
  getDeclaration,
  isAppKit,
  listUses,
  type Node,
  replaceUse,
  type Source,
  span,
  walk,
  want,
  withoutCasts,
} from "./Source.ts"

/** Replaces imports of AppKit's networks, and the types that it casts lists of networks to. */
export const migrateNetworks = (source: Source, hasWagmi: boolean): { readonly needsViem: boolean } => {
  let needsViem = false
  for (const { from, imported, isType, local } of source.imports) {
    if (from !== "@reown/appkit/networks" || isType || imported === "*") continue
    if (imported === "AppKitNetwork" || imported === "CaipNetwork") continue
    const other = otherNetworks[imported]
    if (other !== undefined) {
      const isRenamed = local === imported && other !== imported
      want(source, modalWeb, local === imported ? other : `${other} as ${local}`)
      if (isRenamed)
        forEachUse(source.program, local, (node, ancestors) => replaceUse(source, node, ancestors, other))
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
  const types = source.imports.filter(
    ({ from, imported }) => isAppKit(from) && /^(?:AppKitNetwork|CaipNetwork)$/.test(imported),
  )
  const isOfAppKit = (node: Node) =>
    [...listUses(node)].some((name) => types.some(({ local }) => local === name))
  const removed: Node[] = []
  if (types.length > 0)
    walk(source.program, (node, [parent]) => {
      if (
        (node.type === "TSAsExpression" || node.type === "TSSatisfiesExpression") &&
        isOfAppKit(node.typeAnnotation)
      ) {
        source.code.remove(span(node.expression)[1], span(node)[1])
        removed.push(node.typeAnnotation)
      }
      // The type of a variable follows from its value; that of a parameter does not.
      if (node.type !== "Identifier" || parent?.type !== "VariableDeclarator" || !node.typeAnnotation) return
      if (parent.init && isOfAppKit(node.typeAnnotation)) {
        source.code.remove(...span(node.typeAnnotation))
        removed.push(node.typeAnnotation)
      }
    })
  for (const { local } of types)
    forEachUse(source.program, local, (node, ancestors) => {
      if (ancestors.some((one) => removed.includes(one))) return
      want(source, modalWeb, "type HostNetwork")
      replaceUse(source, node, ancestors, "HostNetwork")
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
