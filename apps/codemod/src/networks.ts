import { Node } from "ts-morph"
import { bring, type KitUse } from "./kit.ts"
import { modalWeb, otherNetworks, ourNetworks } from "./names.ts"
import { findVariable, isIn, withoutCasts } from "./nodes.ts"
import { changedTextOf, remove, replaceUse, want } from "./Source.ts"

const isNetworkType = ({ imported }: KitUse) => imported === "AppKitNetwork" || imported === "CaipNetwork"

/** Replaces AppKit's networks. @returns whether one needs viem */
export const migrateNetworks = (uses: Iterable<KitUse>, hasWagmi: boolean): boolean => {
  let needsViem = false
  for (const use of uses) {
    const { from, imported, node } = use
    const isType = Node.isTypeReference(node.getParent())
    if (isNetworkType(use)) migrateType(node)
    if (from !== "@reown/appkit/networks" || isType || imported === "*" || isNetworkType(use)) continue
    const other = otherNetworks[imported]
    const isViem = imported === "defineChain" || !(hasWagmi || ourNetworks.has(imported))
    if (other !== undefined) bring(use, modalWeb, other)
    else if (!isViem) bring(use, hasWagmi ? "wagmi/chains" : modalWeb, imported)
    else {
      bring(use, imported === "defineChain" ? "viem" : "viem/chains", imported)
      needsViem = true
    }
  }
  return needsViem
}

/** Removes casts of lists of networks and types of variables with a value; replaces other types by ours. */
const migrateType = (node: Node): void => {
  const outer = node.getFirstAncestor((one) => {
    if (!Node.isAsExpression(one) && !Node.isSatisfiesExpression(one) && !Node.isVariableDeclaration(one))
      return false
    const type = one.getTypeNode()
    return type !== undefined && isIn(node, type)
  })
  if (Node.isAsExpression(outer) || Node.isSatisfiesExpression(outer))
    remove(outer.getTypeNodeOrThrow(), outer.getExpression().getEnd())
  // The type of a variable follows from its value; that of a parameter does not.
  else if (Node.isVariableDeclaration(outer) && outer.getInitializer())
    remove(outer.getTypeNodeOrThrow(), outer.getNameNode().getEnd())
  else {
    want(node, modalWeb, "type HostNetwork")
    replaceUse(node, "HostNetwork")
  }
}

/** Finds the networks in a list, `null` when it is not written as one. */
export const listNetworks = (
  uses: ReadonlyMap<Node, KitUse>,
  node: Node | null | undefined,
): readonly { readonly node: Node; readonly local: string; readonly use: KitUse | null }[] | null => {
  const value = node && withoutCasts(node)
  if (!value) return null
  if (!Node.isArrayLiteralExpression(value)) return listNetworks(uses, findVariable(value)?.getInitializer())
  const items = value.getElements()
  return items.every((item) => Node.isIdentifier(item) || uses.has(item))
    ? items.map((item) => ({ node: item, local: changedTextOf(item), use: uses.get(item) ?? null }))
    : null
}
