import {
  type Identifier,
  Node,
  type ObjectLiteralExpression,
  type SourceFile,
  ts,
  type VariableDeclaration,
} from "ts-morph"

/** Returns the top-level statement of a node. */
export const statementOf = (node: Node): Node =>
  [node, ...node.getAncestors()].find((one) => Node.isSourceFile(one.getParent())) ?? node

/** Reports that a node is in another, or is it. */
export const isIn = (node: Node, outer: Node): boolean =>
  node === outer || node.getAncestors().includes(outer)

const isCast = (node: Node | undefined) =>
  Node.isAsExpression(node) ||
  Node.isSatisfiesExpression(node) ||
  Node.isNonNullExpression(node) ||
  Node.isTypeAssertion(node) ||
  Node.isParenthesizedExpression(node)

/** Removes casts and `satisfies` around an expression. */
export const withoutCasts = (node: Node): Node => (isCast(node) ? withoutCasts(node.getExpression()) : node)

/** Returns the variables that a file declares alone in a top-level statement. */
export const listVariables = (file: SourceFile) =>
  file.getVariableStatements().flatMap((statement) => {
    const [one, ...others] = statement.getDeclarations()
    const name = one?.getNameNode()
    return Node.isIdentifier(name) && others.length === 0 ? [{ statement, name }] : []
  })

/** Returns the top-level statement that is nothing but this expression, or a variable with it. */
export const findHolder = (
  node: Node,
): { readonly statement: Node; readonly name: Identifier | null } | null => {
  const parent = node.getParent()
  if (isCast(parent)) return findHolder(parent)
  if (Node.isExpressionStatement(parent))
    return statementOf(parent) === parent ? { statement: parent, name: null } : null
  const name = Node.isVariableDeclaration(parent) ? parent.getNameNode() : null
  return listVariables(node.getSourceFile()).find((one) => one.name === name) ?? null
}

/** Returns the variable that a name stands for, also in another file. */
export const findVariable = (node: Node): VariableDeclaration | null => {
  const found = Node.isIdentifier(node) ? node.getDefinitionNodes()[0] : undefined
  // The definition of the shorthand `{ networks }` is its import.
  if (Node.isImportSpecifier(found) && found.getNameNode() !== node) return findVariable(found.getNameNode())
  return Node.isVariableDeclaration(found) ? found : null
}

/** Returns an object that is written in place, or as a variable of the same file; `null` for others. */
export const findObject = (node: Node | null | undefined): ObjectLiteralExpression | null => {
  if (!node) return null
  const value = withoutCasts(node)
  if (Node.isObjectLiteralExpression(value)) return value
  const variable = findVariable(value)
  return variable?.getSourceFile() === value.getSourceFile() ? findObject(variable.getInitializer()) : null
}

/** Returns the name of an object's member and its value; `null` for a spread, a method or a computed name. */
export const readMember = (member: Node): { readonly name: string; readonly value: Node } | null => {
  if (Node.isShorthandPropertyAssignment(member))
    return { name: member.getName(), value: member.getNameNode() }
  if (!Node.isPropertyAssignment(member)) return null
  const key = member.getNameNode()
  const value = member.getInitializer()
  if (Node.isStringLiteral(key) && value) return { name: key.getLiteralValue(), value }
  return Node.isIdentifier(key) && value ? { name: key.getText(), value } : null
}

/** Reads a member of an object that is written in place. */
export const findMember = (object: ObjectLiteralExpression | null, name: string): Node | null =>
  object
    ?.getProperties()
    .map(readMember)
    .find((one) => one?.name === name)?.value ?? null

/** Returns the uses of a name in all files, other than imports of it and its declaration. */
export const usesOf = (name: Node): readonly Node[] =>
  [...new Set(Node.isReferenceFindable(name) ? name.findReferencesAsNodes() : [])].filter((use) => {
    const parent = use.getParent()
    if (Node.isExportSpecifier(parent)) return parent.getNameNode() === use
    return use !== name && use.getFirstAncestor(Node.isImportDeclaration) === undefined
  })

const declares =
  /^(?:VariableDeclaration|Parameter|BindingElement|Import\w+|Namespace\w+|Function\w+|Class(?:Decl|Expr)\w+|Enum\w+|Interface\w+|TypeAlias\w+)$/

/** Reports that a file declares a name anywhere: a new one of the same name could be hidden by it. */
export const isDeclaredAnywhere = (file: SourceFile, name: string): boolean =>
  file
    .getDescendantsOfKind(ts.SyntaxKind.Identifier)
    .some((one) => one.getText() === name && declares.test(one.getParentOrThrow().getKindName()))
