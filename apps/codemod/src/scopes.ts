import type { Node } from "./Source.ts"

type Children = readonly Node[]

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"

const listChildren = (node: Node): Children =>
  Object.entries(node).flatMap(([key, value]) =>
    key === "loc" || key.endsWith("Comments") ? [] : [value].flat().filter(isNode),
  )

/** The names that a pattern binds, such as `a` and `b` of `{ a, x: [b] }`. */
const listBound = (pattern: Node): readonly string[] => {
  switch (pattern.type) {
    case "Identifier":
      return [pattern.name]
    case "ObjectPattern":
      return pattern.properties.flatMap((one) =>
        listBound(one.type === "RestElement" ? one.argument : one.value),
      )
    case "ArrayPattern":
      return pattern.elements.flatMap((one) => (one === null ? [] : listBound(one)))
    case "AssignmentPattern":
      return listBound(pattern.left)
    case "RestElement":
      return listBound(pattern.argument)
    case "TSParameterProperty":
      return listBound(pattern.parameter)
    default:
      return []
  }
}

/** The names that a statement declares in the block around it. */
const listLexical = (statement: Node): readonly string[] => {
  switch (statement.type) {
    case "VariableDeclaration":
      return statement.declarations.flatMap(({ id }) => listBound(id))
    case "FunctionDeclaration":
    case "ClassDeclaration":
      return statement.id ? [statement.id.name] : []
    case "TSEnumDeclaration":
    case "TSTypeAliasDeclaration":
    case "TSInterfaceDeclaration":
      return [statement.id.name]
    case "ExportNamedDeclaration":
      return statement.declaration ? listLexical(statement.declaration) : []
    case "ExportDefaultDeclaration":
      return listLexical(statement.declaration)
    default:
      return []
  }
}

const isFunction = ({ type }: Node) => /Function|ObjectMethod|Class(?:Private)?Method/.test(type)

/** The names of `var` in a function, in any block but not in an inner function. */
const listVars = (node: Node): readonly string[] =>
  listChildren(node).flatMap((child) => [
    ...(child.type === "VariableDeclaration" && child.kind === "var" ? listLexical(child) : []),
    ...(isFunction(child) ? [] : listVars(child)),
  ])

const readScope = (node: Node): readonly string[] => {
  switch (node.type) {
    case "BlockStatement":
    case "StaticBlock":
    case "TSModuleBlock":
    case "Program":
      return node.body.flatMap(listLexical)
    case "SwitchStatement":
      return node.cases.flatMap(({ consequent }) => consequent.flatMap(listLexical))
    case "ForStatement":
      return node.init ? listLexical(node.init) : []
    case "ForInStatement":
    case "ForOfStatement":
      return listLexical(node.left)
    case "CatchClause":
      return node.param ? listBound(node.param) : []
    case "ClassExpression":
      return node.id ? [node.id.name] : []
    case "FunctionExpression":
    case "FunctionDeclaration":
    case "ArrowFunctionExpression":
    case "ObjectMethod":
    case "ClassMethod":
    case "ClassPrivateMethod":
      return [
        ...(node.type === "FunctionExpression" && node.id ? [node.id.name] : []),
        ...node.params.flatMap(listBound),
        ...listVars(node.body),
      ]
    default:
      return []
  }
}

const known = new WeakMap<Node, ReadonlySet<string>>()

/** The names that a node declares for what is in it. */
export const listDeclared = (node: Node): ReadonlySet<string> => {
  const found = known.get(node)
  if (found !== undefined) return found
  const names = new Set(readScope(node))
  known.set(node, names)
  return names
}

/** Reports that a name is a local one at a place, not that of the file. */
export const isShadowed = (name: string, ancestors: readonly Node[]): boolean =>
  ancestors.some((one) => one.type !== "Program" && listDeclared(one).has(name))
