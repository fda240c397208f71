import { MagicString } from "magic-string"
import { resolveImport } from "./paths.ts"
import { forEachUse, isAppKit, isDeclaredAnywhere, parseSource, type Source, span, walk } from "./Source.ts"

/** A name of AppKit that a file exports again. */
interface ReExport {
  readonly from: string
  readonly imported: string
}

const readName = (node: { readonly type: string; readonly name?: string; readonly value?: string }) =>
  node.name ?? node.value ?? ""

/** `import * as kit` becomes imports of the members that the file uses. */
const flattenNamespaces = (source: Source, code: MagicString): void => {
  for (const statement of source.body) {
    if (statement.type !== "ImportDeclaration" || !isAppKit(statement.source.value)) continue
    const [given] = statement.specifiers
    if (given?.type !== "ImportNamespaceSpecifier") continue
    const space = given.local.name
    const members = new Map<string, string>()
    let isWhole = true
    const changes: (() => void)[] = []
    forEachUse(source.program, space, (_, [parent]) => {
      const property =
        parent?.type === "MemberExpression" && !parent.computed && parent.property.type === "Identifier"
          ? parent.property.name
          : parent?.type === "TSQualifiedName" && parent.right.type === "Identifier"
            ? parent.right.name
            : null
      if (parent === undefined || property === null) {
        isWhole = false
        return
      }
      const isTaken = isDeclaredAnywhere(source, property)
      const local = isTaken ? `${space}${property[0]?.toUpperCase()}${property.slice(1)}` : property
      members.set(property, local)
      changes.push(() => code.overwrite(...span(parent), local))
    })
    // A use of the whole object stays, and is noted at the end.
    if (!isWhole) continue
    for (const change of changes) change()
    const names = [...members].map(([name, local]) => (name === local ? name : `${name} as ${local}`))
    const kind = statement.importKind === "type" ? "import type" : "import"
    code.overwrite(
      ...span(statement),
      `${kind} { ${names.join(", ")} } from ${JSON.stringify(statement.source.value)}`,
    )
  }
}

/** Removes exports of AppKit's names and returns them. `*`: all of them. */
const takeReExports = (source: Source, code: MagicString): ReadonlyMap<string, ReExport> => {
  const found = new Map<string, ReExport>()
  for (const statement of source.body) {
    if (statement.type === "ExportAllDeclaration" && isAppKit(statement.source.value)) {
      found.set("*", { from: statement.source.value, imported: "*" })
      code.remove(...span(statement))
    }
    if (statement.type !== "ExportNamedDeclaration" || statement.declaration) continue
    const from = statement.source?.value
    const kept: string[] = []
    for (const one of statement.specifiers) {
      if (one.type !== "ExportSpecifier") {
        kept.push(source.text.slice(...span(one)))
        continue
      }
      const local = readName(one.local)
      const given = source.imports.find((item) => item.local === local)
      const origin: ReExport | null =
        from !== undefined
          ? isAppKit(from)
            ? { from, imported: local }
            : null
          : given && isAppKit(given.from)
            ? { from: given.from, imported: given.imported }
            : null
      if (origin === null || origin.imported === "*") kept.push(source.text.slice(...span(one)))
      else found.set(readName(one.exported), origin)
    }
    if (kept.length === statement.specifiers.length) continue
    const rest = from === undefined ? "" : ` from ${JSON.stringify(from)}`
    code.overwrite(...span(statement), kept.length === 0 ? "" : `export { ${kept.join(", ")} }${rest}`)
  }
  return found
}

/** Imports of names that another file has exported again come from AppKit itself. */
const followReExports = (
  source: Source,
  code: MagicString,
  reExports: ReadonlyMap<string, ReadonlyMap<string, ReExport>>,
  files: ReadonlyMap<string, Source>,
): void => {
  for (const statement of source.body) {
    if (statement.type !== "ImportDeclaration") continue
    const path = resolveImport(files, source.path, statement.source.value)
    const given = path === null ? undefined : reExports.get(path)
    if (given === undefined || given.size === 0) continue
    const direct: string[] = []
    const named: string[] = []
    const whole: string[] = []
    const kindOf = (isType: boolean) => (isType ? "import type" : "import")
    for (const one of statement.specifiers) {
      const text = source.text.slice(...span(one))
      if (one.type !== "ImportSpecifier") {
        whole.push(text)
        continue
      }
      const name = readName(one.imported)
      const all = given.get("*")
      const isOfKit = /^(?:createAppKit|use(?:AppKit\w*|Disconnect|WalletInfo))$/.test(name)
      const origin = given.get(name) ?? (all && isOfKit ? { from: all.from, imported: name } : undefined)
      if (origin === undefined) {
        named.push(text)
        continue
      }
      const local = one.local.name
      const spelled = origin.imported === local ? local : `${origin.imported} as ${local}`
      const isType = statement.importKind === "type" || one.importKind === "type"
      direct.push(`${kindOf(isType)} { ${spelled} } from ${JSON.stringify(origin.from)}`)
    }
    if (direct.length === 0) continue
    const names = [...whole, ...(named.length > 0 ? [`{ ${named.join(", ")} }`] : [])]
    if (names.length > 0)
      direct.push(
        `${kindOf(statement.importKind === "type")} ${names.join(", ")} from ${JSON.stringify(statement.source.value)}`,
      )
    code.overwrite(...span(statement), direct.join("; "))
  }
}

/** Reports that a file names AppKit at all. */
const namesAppKit = (source: Source): boolean => {
  let found = false
  walk(source.program, (node) => {
    found ||= node.type === "StringLiteral" && isAppKit(node.value)
  })
  return found
}

/**
 * Makes every use of AppKit a named import of its own package: `import * as kit` and what another file exports again
 * are written out. Each line stays the line that it was.
 */
export const flattenImports = (sources: Map<string, Source>): void => {
  const texts = new Map<string, MagicString>()
  const reExports = new Map<string, ReadonlyMap<string, ReExport>>()
  for (const [path, source] of sources) {
    const code = new MagicString(source.text)
    texts.set(path, code)
    if (!namesAppKit(source)) continue
    flattenNamespaces(source, code)
    reExports.set(path, takeReExports(source, code))
  }
  for (const [path, source] of sources) {
    const code = texts.get(path)
    if (code) followReExports(source, code, reExports, sources)
  }
  for (const [path, code] of texts) {
    const text = code.toString()
    if (text !== sources.get(path)?.text) sources.set(path, parseSource(path, text))
  }
}
