import type * as t from "@babel/types"
import { migrateComponents } from "./components.ts"
import { adapterChains, otherNetworks, ourNetworks } from "./names.ts"
import { type OptionTexts, printOptions, translateOptions } from "./options.ts"
import { migratePackageJson } from "./packageJson.ts"
import { resolveImport, toSpecifier } from "./paths.ts"
import { provideModal } from "./provideModal.ts"
import {
  addNote,
  changedTextOf,
  forEachUse,
  getDeclaration,
  listUses,
  type Node,
  type Note,
  parseSource,
  printSource,
  removeStatement,
  type Source,
  span,
  textOf,
  walk,
  want,
  withoutCasts,
} from "./Source.ts"

/** The result of moving a page. */
export interface Migration {
  /** The files that have changed, by path, with their new text. */
  readonly files: ReadonlyMap<string, string>
  /** What the user must finish by hand. Each is a comment in its file, too. */
  readonly notes: readonly Note[]
}

const modalWeb = "@wmodal/modal-web"

const isAppKit = (from: string) => /^@reown\/appkit(?:[-/]|$)/.test(from)

/** Returns AppKit's name of the callee, `null` for other calls. */
const getAppKitCallee = ({ imports }: Source, callee: Node): string | null =>
  callee.type === "Identifier"
    ? (imports.find(({ from, local }) => local === callee.name && isAppKit(from))?.imported ?? null)
    : null

/** One `createAppKit(…)`. */
interface Creation {
  readonly source: Source
  readonly statement: t.Statement
  readonly options: t.ObjectExpression
  /** The name of its variable, `null` without one. */
  readonly name: string | null
}

/** One `new …Adapter(…)`. */
interface Adapter {
  readonly source: Source
  readonly chain: "evm" | "solana" | "bitcoin"
  readonly isWagmi: boolean
  readonly statement: t.Statement
  /** The name of its variable, `null` when it is made in place. */
  readonly name: string | null
  readonly options: t.ObjectExpression | null
}

const findCreations = (source: Source): readonly Creation[] =>
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

const findAdapters = (source: Source): readonly Adapter[] =>
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

/** Replaces imports of AppKit's networks, and the types that it casts lists of networks to. */
const migrateNetworks = (source: Source, hasWagmi: boolean): { readonly needsViem: boolean } => {
  let needsViem = false
  for (const { from, imported, isType, local } of source.imports) {
    if (from !== "@reown/appkit/networks" || isType || imported === "*") continue
    const other = otherNetworks[imported]
    if (imported === "AppKitNetwork" || imported === "CaipNetwork") continue
    if (other !== undefined) {
      const isRenamed = local === imported && other !== imported
      want(source, modalWeb, local === imported ? other : `${other} as ${local}`)
      if (isRenamed) forEachUse(source.program, local, (node) => source.code.overwrite(...span(node), other))
      continue
    }
    const spelled = local === imported ? imported : `${imported} as ${local}`
    if (imported === "defineChain") {
      want(source, "viem", spelled)
      needsViem = true
    } else if (hasWagmi) want(source, "wagmi/chains", spelled)
    else if (ourNetworks.has(imported)) want(source, modalWeb, spelled)
    else {
      want(source, "viem/chains", spelled)
      needsViem = true
    }
  }
  const isOfAppKit = (node: Node) => /\b(?:AppKitNetwork|CaipNetwork)\b/.test(textOf(source, node))
  walk(source.program, (node) => {
    if (node.type === "TSAsExpression" && isOfAppKit(node.typeAnnotation))
      source.code.remove(span(node.expression)[1], span(node)[1])
    if (node.type === "Identifier" && node.typeAnnotation && isOfAppKit(node.typeAnnotation))
      source.code.remove(...span(node.typeAnnotation))
  })
  return { needsViem }
}

/** Finds the names of the networks in a list, `null` when it is not written as one. */
const listNetworks = (
  sources: ReadonlyMap<string, Source>,
  source: Source,
  node: Node,
): readonly { readonly local: string; readonly imported: string }[] | null => {
  const value = withoutCasts(node)
  if (value.type === "ArrayExpression") {
    const names = value.elements.map((item) => (item?.type === "Identifier" ? item.name : null))
    return names.includes(null)
      ? null
      : names.flatMap((local) =>
          local === null
            ? []
            : [{ local, imported: source.imports.find((one) => one.local === local)?.imported ?? local }],
        )
  }
  if (value.type !== "Identifier") return null
  for (const statement of source.body) {
    const declared = getDeclaration(statement)
    if (declared?.name === value.name) return declared.init && listNetworks(sources, source, declared.init)
  }
  const given = source.imports.find(({ local }) => local === value.name)
  const path = given && resolveImport(sources, source.path, given.from)
  const other = path ? sources.get(path) : undefined
  return given === undefined || other === undefined
    ? null
    : listNetworks(sources, other, { ...value, name: given.imported })
}

/** Reads a member of an object that is written in place. */
const findMember = (object: t.ObjectExpression | null, name: string): Node | null => {
  for (const member of object?.properties ?? [])
    if (member.type === "ObjectProperty" && member.key.type === "Identifier" && member.key.name === name)
      return member.value
  return null
}

/** Prints wagmi's `createConfig` with the modal's connector. */
const printConfig = (
  sources: ReadonlyMap<string, Source>,
  home: Source,
  options: t.ObjectExpression | null,
  modalName: string,
): string => {
  const parts: string[] = []
  const networks = findMember(options, "networks")
  const listed = networks && listNetworks(sources, home, networks)
  const evm = listed?.filter(({ imported }) => otherNetworks[imported] === undefined)
  if (evm === undefined) {
    parts.push(`chains: ${networks === null ? "[]" : changedTextOf(home, withoutCasts(networks))}`)
    if (options)
      addNote(home, options, "List the EVM networks in `chains` and a transport for each in `transports`.")
  } else {
    for (const { imported, local } of evm)
      if (
        !home.imports.some((one) => one.local === local) &&
        !home.body.some((one) => getDeclaration(one)?.name === local)
      )
        want(home, "wagmi/chains", imported)
    parts.push(`chains: [${evm.map(({ local }) => local).join(", ")}]`)
  }
  const transports = findMember(options, "transports")
  if (transports === null && evm !== undefined) {
    want(home, "wagmi", "http")
    parts.push(`transports: { ${evm.map(({ local }) => `[${local}.id]: http()`).join(", ")} }`)
  }
  for (const member of options?.properties ?? []) {
    const name = member.type === "ObjectProperty" && member.key.type === "Identifier" ? member.key.name : null
    if (name === null || !/^(?:networks|projectId|customRpcUrls)$/.test(name))
      parts.push(changedTextOf(home, member))
  }
  want(home, "wagmi", "createConfig")
  want(home, "@wmodal/wagmi", "withWModal")
  return `createConfig(\n  withWModal(${modalName}, {\n${parts.map((part) => `    ${part},`).join("\n")}\n  }),\n)`
}

/** Moves what the options use of another file into the home of the modal, before its declaration. */
const moveUses = (
  sources: ReadonlyMap<string, Source>,
  home: Source,
  { options, source, statement }: Creation,
): string => {
  const moved: string[] = []
  const seen = new Set<string>()
  const isDeclaredAtHome = (name: string) =>
    home.body.some((one) => getDeclaration(one)?.name === name) ||
    home.imports.some(({ local }) => local === name)
  const visit = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    const given = source.imports.find(({ local }) => local === name)
    if (given !== undefined) {
      if (isAppKit(given.from) || isDeclaredAtHome(name)) {
        const other = otherNetworks[given.imported]
        if (given.from === "@reown/appkit/networks" && !isDeclaredAtHome(name)) {
          if (other === undefined) want(home, "wagmi/chains", given.imported)
          else want(home, modalWeb, other)
        }
        return
      }
      const path = resolveImport(sources, source.path, given.from)
      if (path === home.path) return
      const from = path !== null && given.from.startsWith(".") ? toSpecifier(home.path, path) : given.from
      want(home, from, given.imported === name ? name : `${given.imported} as ${name}`)
      return
    }
    const declaration = source.body.find((one) => getDeclaration(one)?.name === name)
    if (declaration === undefined || isDeclaredAtHome(name)) return
    for (const used of listUses(declaration)) if (used !== name) visit(used)
    moved.push(changedTextOf(source, declaration))
    let others = 0
    forEachUse(source.program, name, (node) => {
      const [start] = span(node)
      const isIn = (one: Node) => span(one)[0] <= start && start < span(one)[1]
      if (!isIn(declaration) && !isIn(statement)) others++
    })
    if (others === 0) removeStatement(source, declaration)
  }
  for (const member of options.properties)
    if (
      member.type !== "ObjectProperty" ||
      member.key.type !== "Identifier" ||
      member.key.name !== "adapters"
    )
      for (const used of listUses(member)) visit(used)
  return moved.map((text) => `${text}\n\n`).join("")
}

const isTrue = (node: Node | null) => node?.type === "BooleanLiteral" && node.value

/** Chooses a name that a file does not have yet. */
const chooseName = (source: Source, ...names: readonly string[]): string =>
  names.find(
    (name) =>
      !source.imports.some(({ local }) => local === name) &&
      !source.body.some((one) => getDeclaration(one)?.name === name),
  ) ?? "wmodal"

/** Replaces uses of the wagmi adapter by the config. */
const migrateAdapterUses = (
  sources: ReadonlyMap<string, Source>,
  home: Source,
  adapterName: string,
  configName: string,
  creation: Creation,
) => {
  for (const source of sources.values()) {
    const given = source.imports.find(
      ({ from, imported }) =>
        imported === adapterName && resolveImport(sources, source.path, from) === home.path,
    )
    const local = source === home ? adapterName : given?.local
    if (local === undefined) continue
    let isUsed = false
    forEachUse(source.program, local, (node, ancestors) => {
      const [start] = span(node)
      const [from, to] = span(creation.statement)
      const [parent] = ancestors
      if (source === creation.source && start >= from && start < to) return
      if (source === home && ancestors.some((one) => one.type === "VariableDeclarator" && one.id === node))
        return
      if (parent?.type === "VariableDeclarator" && parent.id === node) return
      if (
        (parent?.type === "MemberExpression" || parent?.type === "OptionalMemberExpression") &&
        parent.property.type === "Identifier" &&
        parent.property.name === "wagmiConfig"
      ) {
        const [, outer] = ancestors
        // `export const config = adapter.wagmiConfig` is the declaration of the config itself.
        if (
          source === home &&
          outer?.type === "VariableDeclarator" &&
          outer.id.type === "Identifier" &&
          outer.id.name === configName
        )
          return
        isUsed = true
        source.code.overwrite(...span(parent), configName)
      } else addNote(source, node, `\`${local}\` is wagmi's config now: see docs/from-wagmi.md.`)
    })
    if (isUsed && source !== home && given !== undefined) want(source, given.from, configName)
  }
}

/** Removes names from a file's imports. */
const removeImports = (source: Source, isRemoved: (from: string, imported: string) => boolean) => {
  for (const statement of source.body) {
    if (statement.type !== "ImportDeclaration") continue
    const from = statement.source.value
    const kept = statement.specifiers.filter(
      (one) =>
        !isRemoved(
          from,
          one.type === "ImportSpecifier"
            ? one.imported.type === "Identifier"
              ? one.imported.name
              : one.imported.value
            : "default",
        ),
    )
    if (kept.length === statement.specifiers.length && !(isAppKit(from) && kept.length === 0)) continue
    if (kept.length === 0) removeStatement(source, statement)
    else {
      const plain = kept.filter(({ type }) => type === "ImportSpecifier").map((one) => textOf(source, one))
      const whole = kept.filter(({ type }) => type !== "ImportSpecifier").map((one) => textOf(source, one))
      const names = [...whole, ...(plain.length > 0 ? [`{ ${plain.join(", ")} }`] : [])].join(", ")
      const kind = statement.importKind === "type" ? "import type" : "import"
      source.code.overwrite(...span(statement), `${kind} ${names} from ${JSON.stringify(from)}`)
    }
  }
}

/** What moving the creation of the modal has found out. */
interface MovedModal {
  readonly home: Source
  readonly modalName: string
  readonly hasWalletConnect: boolean
}

const migrateCreation = (
  sources: ReadonlyMap<string, Source>,
  creation: Creation,
  adapters: readonly Adapter[],
): MovedModal => {
  const wagmi = adapters.find(({ isWagmi }) => isWagmi)
  const home = wagmi?.name != null ? wagmi.source : creation.source
  const modalName = creation.name ?? chooseName(home, "modal", "wmodal")
  const options: OptionTexts = new Map()
  const chains = [...new Set(adapters.map(({ chain }) => chain))]
  options.set("chains", `[${chains.map((chain) => `${chain}()`).join(", ")}]`)
  for (const [name, text] of translateOptions(creation.source, creation.options)) options.set(name, text)
  options.set("endpoints", "wellKnownEndpoints")
  if (isTrue(findMember(wagmi?.options ?? null, "ssr"))) options.set("cookie", "true")
  const hasWalletConnect = options.has("walletConnect")
  want(home, modalWeb, "createWModal", "wellKnownEndpoints", ...chains)
  if (hasWalletConnect) want(home, "@wmodal/walletconnect", "walletConnect")

  const moved = home === creation.source ? "" : moveUses(sources, home, creation)
  const modal = `${moved}export const ${modalName} = createWModal(${printOptions(options)})`
  for (const { name, source, statement } of adapters)
    if (name !== null && source.body.includes(statement) && statement !== wagmi?.statement)
      removeStatement(source, statement)
  if (wagmi === undefined) {
    home.code.overwrite(...span(creation.statement), modal)
    return { home, modalName, hasWalletConnect }
  }
  const named = home.body.map(getDeclaration).find((one) => {
    const init = one?.init && withoutCasts(one.init)
    return (
      init?.type === "MemberExpression" &&
      init.object.type === "Identifier" &&
      init.object.name === wagmi.name &&
      init.property.type === "Identifier" &&
      init.property.name === "wagmiConfig"
    )
  })
  const configName = named?.name ?? chooseName(home, "wagmiConfig", "config")
  const config = `export const ${configName} = ${printConfig(sources, home, wagmi.options, modalName)}`
  if (wagmi.name !== null) migrateAdapterUses(sources, home, wagmi.name, configName, creation)
  const namedStatement = home.body.find((one) => getDeclaration(one)?.name === named?.name)
  if (named && namedStatement) removeStatement(home, namedStatement)
  const code = `${modal}\n\n${config}`
  if (home === creation.source) {
    if (wagmi.statement !== creation.statement) removeStatement(home, wagmi.statement)
    home.code.overwrite(...span(creation.statement), code)
  } else {
    home.code.overwrite(...span(wagmi.statement), code)
    removeStatement(creation.source, creation.statement)
  }
  for (const source of sources.values())
    removeImports(
      source,
      (from, imported) => imported === wagmi.name && resolveImport(sources, source.path, from) === home.path,
    )
  return { home, modalName, hasWalletConnect }
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
