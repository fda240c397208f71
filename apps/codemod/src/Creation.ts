import type * as t from "@babel/types"
import { adapterChains } from "./names.ts"
import { findObject } from "./options.ts"
import { addNote, getDeclaration, isAppKit, type Node, type Source, walk, withoutCasts } from "./Source.ts"
import { isShadowed } from "./scopes.ts"

/** Returns AppKit's name of the callee, `null` for other calls. */
const getAppKitCallee = (
  { imports }: Source,
  callee: Node,
  ancestors: readonly Node[] = [],
): string | null =>
  callee.type === "Identifier" && !isShadowed(callee.name, ancestors)
    ? (imports.find(({ from, local }) => local === callee.name && isAppKit(from))?.imported ?? null)
    : null

/** One `createAppKit(…)`. */
export interface Creation {
  readonly source: Source
  readonly statement: t.Statement
  /** As it is passed: in place, or a variable. */
  readonly argument: Node
  readonly options: t.ObjectExpression
  /** The name of its variable, `null` without one. */
  readonly name: string | null
}

/** One `new …Adapter(…)`. */
export interface Adapter {
  readonly source: Source
  readonly chain: "evm" | "solana" | "bitcoin"
  readonly isWagmi: boolean
  readonly statement: t.Statement
  /** The name of its variable, `null` when it is made in place. */
  readonly name: string | null
  readonly options: t.ObjectExpression | null
}

export const findCreations = (source: Source): readonly Creation[] => {
  const found = new Map<Node, Creation>()
  for (const statement of source.body) {
    const declared = getDeclaration(statement)
    const expression =
      declared?.init ?? (statement.type === "ExpressionStatement" ? statement.expression : null)
    const call = expression && withoutCasts(expression)
    if (call?.type !== "CallExpression" || getAppKitCallee(source, call.callee) !== "createAppKit") continue
    const [argument] = call.arguments
    const options = argument && findObject(source, argument)
    if (argument && options)
      found.set(call, { source, statement, argument, options, name: declared?.name ?? null })
  }
  walk(source.program, (node, ancestors) => {
    if (node.type !== "CallExpression" || found.has(node)) return
    if (getAppKitCallee(source, node.callee, ancestors) !== "createAppKit") return
    const isTopLevel = !ancestors.some(({ type }) => /Function|Method/.test(type))
    addNote(
      source,
      node,
      isTopLevel
        ? "The options are not written in place: move them to `createWModal` by hand."
        : "Make the modal once, outside of functions: move this to `createWModal` by hand.",
    )
  })
  return [...found.values()]
}

export const findAdapters = (source: Source): readonly Adapter[] =>
  source.body.flatMap((statement) => {
    const found: Adapter[] = []
    walk(statement, (node, ancestors) => {
      if (node.type !== "NewExpression") return
      const called = getAppKitCallee(source, node.callee, ancestors)
      const chain = called === null ? undefined : adapterChains[called]
      if (chain === undefined) return
      const declared = getDeclaration(statement)
      const isDeclared = declared?.init != null && withoutCasts(declared.init) === node
      const [argument] = node.arguments
      found.push({
        source,
        chain,
        isWagmi: called === "WagmiAdapter",
        statement,
        name: isDeclared ? declared.name : null,
        options: argument?.type === "ObjectExpression" ? argument : null,
      })
    })
    return found
  })
