import { MagicString } from "magic-string"
import { Node, Project, type SourceFile, ts } from "ts-morph"
import { statementOf } from "./nodes.ts"

/** Something that the user must finish by hand. */
export interface Note {
  /** Path of the file, as it was passed. */
  readonly path: string
  /** 1-based, in the file as it was before. */
  readonly line: number
  readonly text: string
}

/** A file of the page. Its changes are text edits: references and the lines of notes stay those of the file as it was. */
export interface Source {
  readonly path: string
  readonly file: SourceFile
  readonly code: MagicString
  readonly notes: Note[]
  /** The names to import at the end, by module. */
  readonly wanted: Map<string, Set<string>>
}

const known = new WeakMap<SourceFile, Source>()

/** Returns the file that a node is in. @throws for a node of another page */
export const sourceOf = (node: Node): Source => {
  const source = known.get(node.getSourceFile())
  if (source === undefined) throw new Error(`Not a file of the page: ${node.getSourceFile().getFilePath()}`)
  return source
}

/** Reads files, which find each other as bundlers and `tsconfig.json` of the usual templates do. */
export const readProject = (files: Iterable<readonly [path: string, text: string]>): Project => {
  const aliased = ["./*", "./src/*", "./app/*"]
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    compilerOptions: {
      allowJs: true,
      jsx: ts.JsxEmit.Preserve,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      target: ts.ScriptTarget.ESNext,
      paths: { "@/*": aliased, "~/*": aliased },
    },
  })
  for (const [path, text] of files) project.createSourceFile(`/${path}`, text)
  return project
}

/** Returns the first error of a file's syntax, `null` without one. */
export const findSyntaxError = (project: Project, file: SourceFile): string | null => {
  const [first] = project.getProgram().getSyntacticDiagnostics(file)
  return first ? ts.flattenDiagnosticMessageText(first.compilerObject.messageText, " ") : null
}

export const toSource = (file: SourceFile): Source => {
  const path = file.getFilePath().slice(1)
  const code = new MagicString(file.getFullText())
  const source: Source = { path, file, code, notes: [], wanted: new Map() }
  known.set(file, source)
  return source
}

const span = (node: Node): readonly [start: number, end: number] => [node.getStart(), node.getEnd()]

/** Whether the text of a node stays, at its place or in another node's, or is gone. */
const stays = new WeakMap<Node, boolean>()

/** Reports that the text of a node is a part of what its file becomes. */
export const isLeft = (node: Node): boolean =>
  [node, ...node.getAncestors()].map((one) => stays.get(one)).find((one) => one !== undefined) ?? true

/** Says that what is in a node is in another file now. */
export const discard = (node: Node): void => {
  for (const one of [node, ...node.getDescendants()]) stays.set(one, false)
}

/** Returns the text of a node with the changes so far. */
export const printNode = (node: Node): string => sourceOf(node).code.slice(...span(node))

/** Returns the text of a node with the changes so far, for use in another's of the same file. */
export const changedTextOf = (node: Node): string => {
  stays.set(node, stays.get(node) ?? true)
  return printNode(node)
}

export const overwrite = (node: Node, text: string): void => {
  stays.set(node, false)
  sourceOf(node).code.overwrite(...span(node), text)
}

/** Removes a node, or what is around it as well. */
export const remove = (node: Node, start = node.getStart(), end = node.getEnd()): void => {
  stays.set(node, false)
  sourceOf(node).code.remove(start, end)
}

/** Removes a statement with the rest of its line. */
export const removeStatement = (node: Node): void => {
  const rest =
    /^[ \t]*;?[ \t]*\r?\n?/.exec(node.getSourceFile().getFullText().slice(node.getEnd()))?.[0] ?? ""
  remove(node, node.getStart(), node.getEnd() + rest.length)
}

/** Imports a name from one of our modules in the file of a node. */
export const want = (node: Node, from: string, ...names: readonly string[]): void => {
  const { wanted } = sourceOf(node)
  wanted.set(from, new Set([...(wanted.get(from) ?? []), ...names]))
}

/** Adds a note, and a comment above the statement of the node. */
export const addNote = (node: Node, text: string): void => {
  const { code, notes, path } = sourceOf(node)
  notes.push({ path, line: node.getStartLineNumber(), text })
  code.prependLeft(statementOf(node).getStart(), `// TODO(wmodal): ${text}\n`)
}

/** Writes something else for a use of a name; `{ name }` keeps its key. */
export const replaceUse = (node: Node, text: string): void => {
  const parent = node.getParent()
  if (Node.isShorthandPropertyAssignment(parent)) overwrite(parent, `${node.getText()}: ${text}`)
  else if (Node.isExportSpecifier(parent) && !parent.getAliasNode())
    overwrite(parent, `${text} as ${node.getText()}`)
  else overwrite(node, text)
}
