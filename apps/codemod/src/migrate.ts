import { findAdapters, findCreations, isAppKit } from "./Creation.ts"
import { migrateComponents } from "./components.ts"
import { migrateCreation } from "./migrateCreation.ts"
import { migrateNetworks } from "./networks.ts"
import { migratePackageJson } from "./packageJson.ts"
import { provideModal } from "./provideModal.ts"
import { removeImports } from "./removeImports.ts"
import {
  addNote,
  forEachUse,
  type Node,
  type Note,
  parseSource,
  printSource,
  type Source,
  want,
} from "./Source.ts"

/** The result of moving a page. */
export interface Migration {
  /** The files that have changed, by path, with their new text. */
  readonly files: ReadonlyMap<string, string>
  /** What the user must finish by hand. Each is a comment in its file, too. */
  readonly notes: readonly Note[]
}

/** What is left of AppKit after everything else: types, and functions without a translation. */
const noteRest = (source: Source) => {
  const handled = /^(?:createAppKit|AppKitNetwork|CaipNetwork|use[A-Z]\w*|\w*Adapter)$/
  for (const { from, imported, local } of source.imports) {
    if (!isAppKit(from) || from === "@reown/appkit/networks" || handled.test(imported)) continue
    let first: Node | null = null
    forEachUse(source.program, local, (node) => {
      first ??= node
    })
    const kept = source.code.toString()
    if (first !== null && RegExp(`\\b${local}\\b`).test(kept.replaceAll(/^import .*$/gm, "")))
      addNote(source, first, `\`${imported}\` of ${from} has no translation: see docs/from-appkit.md.`)
  }
}

/**
 * Moves a React page from AppKit to this library. Pure: it reads and writes no files.
 * @param files the text of the page's sources and its `package.json`, by path with `/`, relative to its folder
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
  const all = [...sources.values()]
  const adapters = all.flatMap(findAdapters)
  const [creation, ...others] = all.flatMap(findCreations)
  for (const other of others) addNote(other.source, other.statement, "A second modal: move it by hand.")
  const hasWagmi = adapters.some(({ isWagmi }) => isWagmi)
  const needsViem = all.map((source) => migrateNetworks(source, hasWagmi).needsViem).includes(true)
  const needsElements = all.map(migrateComponents).includes(true)
  const moved = creation === undefined ? null : migrateCreation(sources, creation, adapters)
  if (moved !== null) {
    if (needsElements) want(moved.home, "@wmodal/modal-web/elements")
    provideModal(sources, moved.home, moved.modalName, creation?.source ?? moved.home)
  } else if (all.some(({ imports }) => imports.some(({ from }) => isAppKit(from))))
    notes.push({
      path: "",
      line: 1,
      text: "No `createAppKit` with options in place was found: make the modal by hand.",
    })
  for (const source of all) {
    noteRest(source)
    removeImports(source, (from) => isAppKit(from))
  }
  const changed = new Map<string, string>()
  for (const source of all) {
    const text = printSource(source)
    if (text !== source.text) changed.set(source.path, text)
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
      }),
    )
  }
  return { files: changed, notes }
}
