import { Node, type ObjectLiteralExpression } from "ts-morph"
import type { KitUse } from "./kit.ts"
import { adapterChains } from "./names.ts"
import { findHolder, findObject, statementOf } from "./nodes.ts"
import { addNote, type Source, sourceOf } from "./Source.ts"

/** One `createAppKit(…)`. */
export interface Creation {
  readonly source: Source
  readonly statement: Node
  readonly options: ObjectLiteralExpression
  /** The name of its variable, `null` without one. */
  readonly name: Node | null
}

/** One `new …Adapter(…)`. */
export interface Adapter {
  readonly source: Source
  readonly chain: "evm" | "solana" | "bitcoin"
  readonly isWagmi: boolean
  readonly statement: Node
  /** The name of its variable, `null` when it is made in place. */
  readonly name: Node | null
  readonly options: ObjectLiteralExpression | null
}

export const findCreation = ({ imported, node }: KitUse): readonly Creation[] => {
  const call = node.getParent()
  if (imported !== "createAppKit" || !Node.isCallExpression(call) || call.getExpression() !== node) return []
  const holder = findHolder(call)
  const options = findObject(call.getArguments()[0])
  if (holder && options) return [{ source: sourceOf(node), options, ...holder }]
  addNote(
    node,
    node.getFirstAncestor((one) => /Function|Method/.test(one.getKindName())) === undefined
      ? "The options are not written in place: move them to `createWModal` by hand."
      : "Make the modal once, outside of functions: move this to `createWModal` by hand.",
  )
  return []
}

export const findAdapter = ({ imported, node }: KitUse): readonly Adapter[] => {
  const made = node.getParent()
  const chain = adapterChains[imported]
  if (chain === undefined || !Node.isNewExpression(made)) return []
  const [argument] = made.getArguments()
  return [
    {
      source: sourceOf(node),
      chain,
      isWagmi: imported === "WagmiAdapter",
      statement: statementOf(node),
      name: findHolder(made)?.name ?? null,
      options: Node.isObjectLiteralExpression(argument) ? argument : null,
    },
  ]
}
