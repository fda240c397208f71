import type * as t from "@babel/types"
import { adapterChains } from "./names.ts"
import { addNote, getDeclaration, type Node, type Source, walk, withoutCasts } from "./Source.ts"

export const isAppKit = (from: string) => /^@reown\/appkit(?:[-/]|$)/.test(from)

/** Returns AppKit's name of the callee, `null` for other calls. */
const getAppKitCallee = ({ imports }: Source, callee: Node): string | null =>
  callee.type === "Identifier"
    ? (imports.find(({ from, local }) => local === callee.name && isAppKit(from))?.imported ?? null)
    : null

/** One `createAppKit(…)`. */
export interface Creation {
  readonly source: Source
  readonly statement: t.Statement
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

export const findCreations = (source: Source): readonly Creation[] =>
  source.body.flatMap((statement) => {
    const declared = getDeclaration(statement)
    const expression =
      declared?.init ?? (statement.type === "ExpressionStatement" ? statement.expression : null)
    const call = expression && withoutCasts(expression)
    if (call?.type !== "CallExpression" || getAppKitCallee(source, call.callee) !== "createAppKit") return []
    const [argument] = call.arguments
    const options = argument && withoutCasts(argument)
    if (options?.type !== "ObjectExpression") {
      addNote(source, call, "The options are not written in place: move them to `createWModal` by hand.")
      return []
    }
    return [{ source, statement, options, name: declared?.name ?? null }]
  })

export const findAdapters = (source: Source): readonly Adapter[] =>
  source.body.flatMap((statement) => {
    const found: Adapter[] = []
    walk(statement, (node) => {
      if (node.type !== "NewExpression") return
      const called = getAppKitCallee(source, node.callee)
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
