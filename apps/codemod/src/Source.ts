import { parse } from "@babel/parser"
import type * as t from "@babel/types"
import { MagicString } from "magic-string"
import { isShadowed, listDeclared } from "./scopes.ts"

/** Something that the user must finish by hand. */
export interface Note {
  /** Path of the file, as it was passed. */
  readonly path: string
  /** 1-based, in the file as it was before. */
  readonly line: number
  readonly text: string
}

/** What a file imports under a local name. */
interface ImportedName {
  readonly local: string
  /** `default` or `*` for those forms. */
  readonly imported: string
  readonly from: string
  readonly isType: boolean
}

/** A node with its position. */
export type Node = t.Node

/** Reports that a module is one of AppKit's. */
export const isAppKit = (from: string): boolean => /^@reown\/appkit(?:[-/]|$)/.test(from)

/** Calls `visit` with each node and its ancestors, the nearest first. */
export const walk = (
  root: Node,
  visit: (node: Node, ancestors: readonly Node[]) => void,
  ancestors: readonly Node[] = [],
): void => {
  visit(root, ancestors)
  const inner = [root, ...ancestors]
  for (const [key, value] of Object.entries(root)) {
    if (key === "loc" || key.endsWith("Comments")) continue
    for (const child of [value].flat()) if (isNode(child)) walk(child, visit, inner)
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"

/** Returns the offsets of a node. */
export const span = ({ end, start }: Node): readonly [start: number, end: number] => [start ?? 0, end ?? 0]

/** Removes casts and `satisfies` around an expression. */
export const withoutCasts = (node: Node): Node =>
  node.type === "TSAsExpression" ||
  node.type === "TSSatisfiesExpression" ||
  node.type === "TSNonNullExpression" ||
  node.type === "ParenthesizedExpression"
    ? withoutCasts(node.expression)
    : node

/** A file of the page that is being changed. */
export interface Source {
  readonly path: string
  readonly text: string
  readonly body: readonly t.Statement[]
  readonly program: t.Program
  readonly code: MagicString
  readonly imports: readonly ImportedName[]
  readonly notes: Note[]
  /** The names to import at the end, by module. */
  readonly wanted: Map<string, Set<string>>
}

/** Parses a file. @throws SyntaxError */
export const parseSource = (path: string, text: string): Source => {
  const { program } = parse(text, {
    sourceType: "module",
    allowReturnOutsideFunction: true,
    plugins: /\.[cm]?ts$/.test(path)
      ? ["typescript"]
      : path.endsWith(".tsx")
        ? ["typescript", "jsx"]
        : ["jsx"],
  })
  const imports = program.body.flatMap((statement) =>
    statement.type === "ImportDeclaration"
      ? statement.specifiers.map((specifier): ImportedName => {
          const imported =
            specifier.type === "ImportSpecifier"
              ? specifier.imported.type === "Identifier"
                ? specifier.imported.name
                : specifier.imported.value
              : specifier.type === "ImportDefaultSpecifier"
                ? "default"
                : "*"
          return {
            local: specifier.local.name,
            imported,
            from: statement.source.value,
            isType:
              statement.importKind === "type" ||
              (specifier.type === "ImportSpecifier" && specifier.importKind === "type"),
          }
        })
      : [],
  )
  return {
    path,
    text,
    body: program.body,
    program,
    code: new MagicString(text),
    imports,
    notes: [],
    wanted: new Map(),
  }
}

/** Returns the text of a node as it was. */
export const textOf = ({ text }: Source, node: Node): string => text.slice(...span(node))

/** Returns the text of a node with the changes so far. */
export const changedTextOf = ({ code }: Source, node: Node): string => code.slice(...span(node))

/** Imports a name from one of our modules. */
export const want = ({ wanted }: Source, from: string, ...names: readonly string[]): void => {
  const known = wanted.get(from) ?? new Set()
  for (const name of names) known.add(name)
  wanted.set(from, known)
}

/** Returns the 1-based line of a node in the file as it was. */
export const lineOf = ({ text }: Source, node: Node): number =>
  text.slice(0, span(node)[0]).split("\n").length

/** Adds a note, and a comment above the statement of the node. */
export const addNote = (source: Source, node: Node, text: string): void => {
  const [start] = span(node)
  source.notes.push({ path: source.path, line: lineOf(source, node), text })
  const statement = source.body.find((one) => span(one)[0] <= start && start < span(one)[1])
  const at = statement === undefined ? start : span(statement)[0]
  source.code.prependLeft(at, `// TODO(wmodal): ${text}\n`)
}

/** Removes a statement with the rest of its line. */
export const removeStatement = (source: Source, node: Node): void => {
  const [start, end] = span(node)
  const rest = /^[ \t]*;?[ \t]*\r?\n?/.exec(source.text.slice(end))?.[0] ?? ""
  source.code.remove(start, end + rest.length)
}

/** The variable that a top-level statement declares alone, also when it is exported. */
export const getDeclaration = (
  statement: t.Statement,
): {
  readonly name: string
  readonly init: Node | null
  readonly id: t.Identifier
  readonly isExported: boolean
} | null => {
  const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement
  if (declaration?.type !== "VariableDeclaration" || declaration.declarations.length !== 1) return null
  const [one] = declaration.declarations
  if (one?.id.type !== "Identifier") return null
  return {
    name: one.id.name,
    init: one.init ?? null,
    id: one.id,
    isExported: statement.type === "ExportNamedDeclaration",
  }
}

/** Reports that an identifier is a name of something else: a property, a key, or part of an import. */
const isPropertyName = (node: Node, [parent]: readonly Node[]): boolean => {
  switch (parent?.type) {
    case "MemberExpression":
    case "OptionalMemberExpression":
      return parent.property === node && !parent.computed
    case "ObjectProperty":
    case "ObjectMethod":
    case "ClassMethod":
    case "ClassProperty":
      return parent.key === node && !parent.computed
    case "JSXMemberExpression":
      return parent.property === node
    case "TSQualifiedName":
      return parent.right === node
    case "ExportSpecifier":
      return parent.exported === node
    case "ImportSpecifier":
    case "ImportDefaultSpecifier":
    case "ImportNamespaceSpecifier":
    case "JSXAttribute":
    case "LabeledStatement":
    case "TSPropertySignature":
    case "TSMethodSignature":
    case "TSEnumMember":
      return true
    default:
      return false
  }
}

/** Calls `visit` with each use of a name that a file declares or imports, where no local name hides it. */
export const forEachUse = (
  root: Node,
  name: string,
  visit: (node: Node, ancestors: readonly Node[]) => void,
): void =>
  walk(root, (node, ancestors) => {
    if (
      (node.type === "Identifier" || node.type === "JSXIdentifier") &&
      node.name === name &&
      !isPropertyName(node, ancestors) &&
      !isShadowed(name, ancestors)
    )
      visit(node, ancestors)
  })

/** Reads a member of an object that is written in place. */
export const findMember = (object: t.ObjectExpression | null, name: string): Node | null => {
  for (const member of object?.properties ?? [])
    if (member.type === "ObjectProperty" && member.key.type === "Identifier" && member.key.name === name)
      return member.value
  return null
}

/** Calls `visit` with each use of a name that a block declares, other than the declaration itself. */
export const forEachLocalUse = (
  block: Node,
  name: string,
  visit: (node: Node, ancestors: readonly Node[]) => void,
): void =>
  walk(block, (node, ancestors) => {
    if (
      (node.type === "Identifier" || node.type === "JSXIdentifier") &&
      node.name === name &&
      !isPropertyName(node, ancestors) &&
      !isShadowed(name, ancestors.slice(0, -1)) &&
      !(ancestors[0]?.type === "VariableDeclarator" && ancestors[0].id === node) &&
      !ancestors.some(({ type }) => type === "ObjectPattern")
    )
      visit(node, ancestors)
  })

/** Writes something else for a use of a name; `{ name }` keeps its key. */
export const replaceUse = (source: Source, node: Node, [parent]: readonly Node[], text: string): void => {
  if (parent?.type === "ObjectProperty" && parent.shorthand)
    source.code.overwrite(...span(parent), `${textOf(source, node)}: ${text}`)
  else if (parent?.type === "ExportSpecifier" && parent.exported.start === node.start)
    source.code.overwrite(...span(parent), `${text} as ${textOf(source, node)}`)
  else source.code.overwrite(...span(node), text)
}

/** The names that a node uses and does not declare itself. */
export const listUses = (root: Node): ReadonlySet<string> => {
  const names = new Set<string>()
  walk(root, (node, ancestors) => {
    if (
      (node.type === "Identifier" || node.type === "JSXIdentifier") &&
      !isPropertyName(node, ancestors) &&
      !isShadowed(node.name, ancestors)
    )
      names.add(node.name)
  })
  return names
}

/** Reports that a file declares a name anywhere: a new one of the same name could be hidden by it. */
export const isDeclaredAnywhere = ({ imports, program }: Source, name: string): boolean => {
  let found = imports.some(({ local }) => local === name)
  walk(program, (node) => {
    found ||= listDeclared(node).has(name)
  })
  return found
}

/** Writes the imports and returns the file's new text. */
export const printSource = (source: Source): string => {
  const { body, code, imports, wanted } = source
  const text = code.toString()
  const isUsed = (name: string) => RegExp(`\\b${name.split(" ").at(-1)}\\b`).test(text)
  const lines = [...wanted]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([from, names]) => {
      const missing = [...names].filter(
        (name) =>
          isUsed(name) &&
          !imports.some(
            (one) =>
              one.from === from && (one.imported === name || `${one.imported} as ${one.local}` === name),
          ),
      )
      if (names.size === 0) return [`import "${from}"`]
      return missing.length === 0 ? [] : [`import { ${missing.toSorted().join(", ")} } from "${from}"`]
    })
  if (lines.length > 0) {
    const first = body.find(({ type }) => type === "ImportDeclaration") ?? body[0]
    code.prependLeft(first === undefined ? 0 : span(first)[0], `${lines.join("\n")}\n`)
  }
  return code.toString()
}
