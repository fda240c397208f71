import { Node, type SourceFile, ts } from "ts-morph"
import { findAdapter, findCreation } from "./Creation.ts"
import { migrateElements, migrateHooks } from "./components.ts"
import { isAppKit, listImports, printSource, removeUnused } from "./imports.ts"
import { type KitUse, takeKitUses } from "./kit.ts"
import { migrateCreation } from "./migrateCreation.ts"
import { sameMethods } from "./names.ts"
import { migrateNetworks } from "./networks.ts"
import { usesOf } from "./nodes.ts"
import { migratePackageJson } from "./packageJson.ts"
import { provideModal } from "./provideModal.ts"
import {
  addNote,
  findSyntaxError,
  isLeft,
  type Note,
  readProject,
  type Source,
  sourceOf,
  toSource,
  want,
} from "./Source.ts"

/** The result of moving a page. */
export interface Migration {
  /** The files that have changed, by path, with their new text. */
  readonly files: ReadonlyMap<string, string>
  /** What the user must finish by hand. Each is a comment in its file, too. */
  readonly notes: readonly Note[]
}

/** Notes methods of the modal that are others here, in all files that have the modal under a name. */
const noteMethods = (modal: Node): void => {
  for (const member of usesOf(modal).map((use) => use.getParent()))
    if (Node.isPropertyAccessExpression(member) && !sameMethods.has(member.getName()))
      addNote(member, `Check \`${member.getText()}\`: see "Methods" in docs/from-appkit.md.`)
}

/** Notes what no rule translates. */
const noteRest = (sources: readonly Source[], uses: Iterable<KitUse>): void => {
  for (const call of sources.flatMap(({ file }) => file.getDescendantsOfKind(ts.SyntaxKind.CallExpression))) {
    const [module] = call.getArguments()
    const isImport = /^(?:import|require)$/.test(call.getExpression().getText())
    if (isImport && Node.isStringLiteral(module) && isAppKit(module.getLiteralValue()))
      addNote(call, `Import what takes the place of ${module.getLiteralValue()} by hand.`)
  }
  const noted = new Set<string>()
  for (const { from, imported, node, ours } of uses) {
    const { notes, path } = sourceOf(node)
    if (ours !== null || !isLeft(node) || noted.has(`${path} ${imported}`)) continue
    noted.add(`${path} ${imported}`)
    const kind = imported === "*" ? `All of ${from}` : `\`${imported}\` of ${from}`
    if (!notes.some(({ line }) => line === node.getStartLineNumber()))
      addNote(node, `${kind} has no translation here: see docs/from-appkit.md.`)
  }
}

/**
 * Moves a page from AppKit to this library. Pure: it reads and writes no files.
 * @param files the text of the page's sources, its HTML and its `package.json`, by path with `/`, relative to its folder
 */
export const migrate = (files: ReadonlyMap<string, string>): Migration => {
  const notes: Note[] = []
  const note = (path: string, text: string) => void notes.push({ path, line: 1, text })
  const changed = new Map<string, string>()
  const keep = (path: string, text: string) => {
    if (text !== files.get(path)) changed.set(path, text)
  }
  const project = readProject([...files].filter(([path]) => /\.(?:[cm]?[jt]s|[jt]sx)$/.test(path)))
  const isReadable = (file: SourceFile) => {
    const error = findSyntaxError(project, file)
    if (error !== null && /@reown\/appkit/.test(file.getFullText()))
      note(file.getFilePath().slice(1), `Not read: ${error}`)
    return error === null
  }
  const sources = project.getSourceFiles().filter(isReadable).map(toSource)
  const uses = takeKitUses(sources.map(({ file }) => file))
  const imports = sources.flatMap(({ file }) => listImports(file))
  const isReact = imports.some(({ from }) =>
    /^(?:react(?:-dom)?|next|@reown\/appkit\/react)(?:\/|$)/.test(from),
  )
  const adapters = [...uses.values()].flatMap(findAdapter)
  const [creation, ...others] = [...uses.values()].flatMap(findCreation)
  for (const { statement } of others) addNote(statement, "A second modal: move it by hand.")
  const hasWagmi = adapters.some(({ isWagmi }) => isWagmi)
  const needsViem = migrateNetworks(uses.values(), hasWagmi)
  migrateHooks(uses.values())
  const needsElements = sources.map(({ file }) => migrateElements(file)).includes(true)
  const moved = creation ? migrateCreation(sources, uses, creation, adapters) : null
  if (moved && creation) {
    if (creation.name) noteMethods(creation.name)
    if (needsElements) want(moved.home.file, "@wmodal/modal-web/elements")
    if (isReact) provideModal(sources, moved.home, moved.modalName, creation.source)
  } else if (imports.some(({ from }) => isAppKit(from)))
    note("", "No `createAppKit` with options in place was found: make the modal by hand.")
  noteRest(sources, uses.values())
  const unused = removeUnused(sources, uses)
  for (const [path, text] of files)
    if (path.endsWith(".html") && /<(?:appkit|w3m)-/.test(text))
      note(path, 'Rename its elements, and import "@wmodal/modal-web/elements".')
  const printed = readProject(sources.map((source) => [source.path, printSource(source)]))
  for (const { file, notes: found, path } of sources) {
    const after = printed.getSourceFileOrThrow(file.getFilePath())
    keep(path, after.getFullText())
    notes.push(...found)
    if (findSyntaxError(printed, after) !== null)
      note(path, "Check this file: it could not be changed as a whole.")
  }
  const manifest = files.get("package.json")
  if (manifest !== undefined && /"@reown\/appkit/.test(manifest))
    keep(
      "package.json",
      migratePackageJson(manifest, {
        wagmi: hasWagmi,
        walletConnect: moved?.hasWalletConnect === true,
        viem: needsViem,
        isImported: (name) => imports.some(({ from }) => from === name || from.startsWith(`${name}/`)),
        unused,
      }),
    )
  return { files: changed, notes }
}
