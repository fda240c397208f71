import { findAdapters, findCreations } from "./Creation.ts"
import { migrateComponents } from "./components.ts"
import { flattenImports } from "./flatten.ts"
import { migrateHtml } from "./html.ts"
import { migrateCreation } from "./migrateCreation.ts"
import { migrateMethods } from "./modalMethods.ts"
import { hooks } from "./names.ts"
import { migrateNetworks } from "./networks.ts"
import { migratePackageJson } from "./packageJson.ts"
import { resolveImport } from "./paths.ts"
import { provideModal } from "./provideModal.ts"
import { listUnused, removeImports } from "./removeImports.ts"
import {
  addNote,
  forEachUse,
  isAppKit,
  lineOf,
  type Node,
  type Note,
  parseSource,
  printSource,
  type Source,
  walk,
  want,
} from "./Source.ts"
import { listDeclared } from "./scopes.ts"

/** The result of moving a page. */
export interface Migration {
  /** The files that have changed, by path, with their new text. */
  readonly files: ReadonlyMap<string, string>
  /** What the user must finish by hand. Each is a comment in its file, too. */
  readonly notes: readonly Note[]
}

/** What is left of AppKit after everything else: names that the file still uses, and no longer imports. */
const noteRest = (source: Source) => {
  walk(source.program, (node) => {
    if (node.type !== "CallExpression") return
    const [module] = node.arguments
    const isImport =
      node.callee.type === "Import" || (node.callee.type === "Identifier" && node.callee.name === "require")
    if (isImport && module?.type === "StringLiteral" && isAppKit(module.value))
      addNote(source, node, `Import what takes the place of ${module.value} by hand.`)
  })
  const names = source.imports.filter(({ from }) => isAppKit(from))
  if (names.length === 0) return
  const parsed = (() => {
    try {
      return parseSource(source.path, source.code.toString())
    } catch {
      return null
    }
  })()
  if (parsed === null) {
    const [first] = source.body
    if (first) addNote(source, first, "Check this file: it could not be changed as a whole.")
    return
  }
  const taken = new Set([...source.wanted.values()].flatMap((given) => [...given]))
  for (const { from, imported, local } of names) {
    if (taken.has(local) || taken.has(`${imported} as ${local}`) || listDeclared(parsed.program).has(local))
      continue
    let isLeft = false
    forEachUse(parsed.program, local, () => {
      isLeft = true
    })
    if (!isLeft) continue
    let first: Node | null = null
    forEachUse(source.program, local, (node, [parent]) => {
      const isCall = parent?.type === "CallExpression" && parent.callee === node
      if (first === null && !(isCall && hooks[imported] !== undefined)) first = node
    })
    const kind = imported === "*" ? `All of ${from}` : `\`${imported}\` of ${from}`
    const [statement] = source.body
    const at = first ?? statement
    const isNoted = at !== undefined && source.notes.some(({ line }) => line === lineOf(source, at))
    if (at && !isNoted) addNote(source, at, `${kind} has no translation here: see docs/from-appkit.md.`)
  }
}

/**
 * Moves a page from AppKit to this library. Pure: it reads and writes no files.
 * @param files the text of the page's sources, its HTML and its `package.json`, by path with `/`, relative to its folder
 */
export const migrate = (files: ReadonlyMap<string, string>): Migration => {
  const notes: Note[] = []
  const sources = new Map<string, Source>()
  for (const [path, text] of files) {
    if (!/\.(?:[cm]?[jt]s|[jt]sx)$/.test(path)) continue
    try {
      sources.set(path, parseSource(path, text))
    } catch (error) {
      if (/@reown\/appkit/.test(text))
        notes.push({
          path,
          line: 1,
          text: `Not read: ${error instanceof Error ? error.message : String(error)}`,
        })
    }
  }
  flattenImports(sources)
  const all = [...sources.values()]
  const pages = [...files]
    .filter(([path]) => path.endsWith(".html"))
    .map(([path, text]) => ({ path, ...migrateHtml(path, text) }))
  const usesHtml = pages.some(({ path, text }) => text !== files.get(path))
  const isReact = all.some(({ imports }) =>
    imports.some(({ from }) => /^(?:react|react-dom|next|@reown\/appkit\/react)(?:\/|$)/.test(from)),
  )
  const adapters = all.flatMap(findAdapters)
  const [creation, ...others] = all.flatMap(findCreations)
  for (const other of others) addNote(other.source, other.statement, "A second modal: move it by hand.")
  const hasWagmi = adapters.some(({ isWagmi }) => isWagmi)
  const needsViem = all.map((source) => migrateNetworks(source, hasWagmi).needsViem).includes(true)
  const needsElements = all.map(migrateComponents).includes(true)
  const moved = creation === undefined ? null : migrateCreation(sources, creation, adapters)
  if (moved !== null) {
    if (creation?.name != null) migrateMethods(sources, creation.source, creation.name)
    if (needsElements || usesHtml) want(moved.home, "@wmodal/modal-web/elements")
    if (isReact) provideModal(sources, moved.home, moved.modalName, creation?.source ?? moved.home)
  } else if (all.some(({ imports }) => imports.some(({ from }) => isAppKit(from))))
    notes.push({
      path: "",
      line: 1,
      text: "No `createAppKit` with options in place was found: make the modal by hand.",
    })
  const left = new Set<string>()
  const kept = new Set<string>()
  for (const source of all) {
    noteRest(source)
    const unused = listUnused(source)
    removeImports(
      source,
      (from, imported, local) =>
        isAppKit(from) ||
        unused.has(local) ||
        adapters.some(
          ({ name, source: home }) =>
            moved !== null && imported === name && resolveImport(sources, source.path, from) === home.path,
        ),
    )
    for (const { from, local } of source.imports) if (unused.has(local)) left.add(from)
    for (const { from, local } of source.imports) if (!unused.has(local)) kept.add(from)
  }
  const changed = new Map<string, string>()
  for (const { notes: found, path, text } of pages) {
    if (text !== files.get(path)) changed.set(path, text)
    notes.push(...found)
  }
  for (const source of all) {
    const text = printSource(source)
    if (text !== files.get(source.path)) changed.set(source.path, text)
    notes.push(...source.notes)
  }
  const manifest = files.get("package.json")
  if (manifest !== undefined && /"@reown\/appkit/.test(manifest)) {
    const isImported = (name: string) =>
      all.some(({ imports }) => imports.some(({ from }) => from === name || from.startsWith(`${name}/`)))
    changed.set(
      "package.json",
      migratePackageJson(manifest, {
        wagmi: hasWagmi,
        walletConnect: moved?.hasWalletConnect === true,
        viem: needsViem,
        isImported,
        unused: [...left].filter((name) => !kept.has(name)),
      }),
    )
  }
  return { files: changed, notes }
}
