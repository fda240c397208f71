/**
 * A bundler puts a module into one chunk as a whole. What late chunks alone need of a module would load with the first
 * chunk, if that needs another part of this module: 2 kB of effect. So such a module is divided into a first half, with
 * what the first chunk needs, and a late half, which imports the first.
 */

/** Evaluating a module of effect or of our libraries does nothing else: a declaration may run later, or never. */
const divisible = /[\\/](node_modules[\\/]effect[\\/]dist|libs[\\/]\w+[\\/]src)[\\/].*\.[jt]s$/
const mark = "?late-half"

/** Returns true for the id of a late half. */
export const isLateHalf = (id) => id.endsWith(mark)

/** Returns the names that code mentions. A local name that a declaration has, too, only keeps more early. */
const findNames = (node, found = new Set()) => {
  if (Array.isArray(node)) for (const child of node) findNames(child, found)
  else if (node !== null && typeof node === "object") {
    if (node.type === "Identifier") found.add(node.name)
    for (const [key, child] of Object.entries(node)) {
      const isKey = key === "key" || (key === "property" && node.type === "MemberExpression")
      if (node.computed || !isKey) findNames(child, found)
    }
  }
  return found
}

const isExport = ({ type, source }) => type === "ExportNamedDeclaration" && source === null

/** Returns the names of a declaration that may move; `null` for another statement, and for what may be assigned. */
const getDeclared = (statement) => {
  const node = isExport(statement) ? statement.declaration : statement
  if (node?.type === "FunctionDeclaration" || node?.type === "ClassDeclaration") return [node.id.name]
  if (node?.type !== "VariableDeclaration" || node.kind !== "const") return null
  const names = node.declarations.map(({ id }) => id.name)
  return names.includes(undefined) ? null : names
}

/**
 * Divides a module.
 * @param body its statements
 * @param used the exports that the first chunk needs
 * @returns the code of its halves; `null` where the first chunk needs all of it
 */
export const divide = (code, body, id, used) => {
  const declarations = new Map()
  const exports = []
  const others = []
  // What may be assigned, or is taken out of another value.
  const fixed = new Set()
  for (const node of body) {
    const names = getDeclared(node)
    const isList = isExport(node) && node.declaration === null
    if (isList) exports.push(...node.specifiers.map(({ local, exported }) => [local.name, exported.name]))
    else if (names === null) {
      others.push(node)
      const { declarations: variables = [] } = isExport(node) ? node.declaration : node
      for (const { id } of variables) findNames(id, fixed)
    }
    if (names === null) continue
    const declaration = { node, names, needs: findNames(node) }
    for (const name of names) declarations.set(name, declaration)
    if (isExport(node)) exports.push(...names.map((name) => [name, name]))
  }

  const early = new Set()
  const keep = (name) => {
    const declaration = declarations.get(name)
    if (declaration === undefined || early.has(declaration)) return
    early.add(declaration)
    for (const needed of declaration.needs) keep(needed)
  }
  for (const [name, exported] of exports) if (used.has(exported)) keep(name)
  for (const node of others)
    if (node.type !== "ImportDeclaration") for (const name of findNames(node)) keep(name)

  const late = [...new Set(declarations.values())].filter((declaration) => !early.has(declaration))
  if (late.length === 0) return null
  const isEarly = (name) => early.has(declarations.get(name)) || fixed.has(name)
  const needed = new Set(late.flatMap(({ needs }) => [...needs]).filter(isEarly))
  const text = ({ start, end }) => code.slice(start, end)
  const write = (node) => text(isExport(node) ? node.declaration : node)
  const list = (pairs) => `{ ${pairs.map(([from, to]) => `${from} as ${to}`).join(", ")} }`
  const isLate = ([name]) => late.includes(declarations.get(name))
  const own = exports.filter((pair) => !isLate(pair))
  const moved = exports.filter(isLate)
  const imports = others.filter(({ type }) => type === "ImportDeclaration").map(text)
  return {
    first: [
      // In their order: a statement may use what is declared before it.
      ...body.flatMap((node) => {
        if (others.includes(node)) return text(node)
        return early.has(declarations.get(getDeclared(node)?.[0])) ? write(node) : []
      }),
      `export ${list([...own, ...[...needed].map((name) => [name, `half_${name}`])])}`,
      `export ${list(moved.map(([, exported]) => [exported, exported]))} from ${JSON.stringify(id + mark)}`,
    ].join("\n"),
    late: [
      ...imports,
      `import ${list([...needed].map((name) => [`half_${name}`, name]))} from ${JSON.stringify(id)}`,
      ...late.map(({ node }) => write(node)),
      `export ${list(moved)}`,
    ].join("\n"),
  }
}

/** Divides the modules of which the first chunk needs a part. `used` are the exports that it needs, by module. */
export const lateHalves = (used) => {
  const halves = new Map()
  return {
    name: "late-halves",
    resolveId: (id) => (isLateHalf(id) ? { id, moduleSideEffects: false } : undefined),
    load: (id) => halves.get(id),
    transform(code, id) {
      if (!divisible.test(id) || isLateHalf(id) || !used.has(id)) return
      const divided = divide(code, this.parse(code).body, id, used.get(id))
      if (divided === null) return
      halves.set(id + mark, divided.late)
      return { code: divided.first, map: null }
    },
  }
}

/** Leaves out what a build loads late, but for `entries`, the files that the first chunks begin with. */
export const onlyEarly = (entries) => ({
  name: "only-early",
  async resolveDynamicImport(source, importer) {
    const found = await this.resolve(source, importer)
    const path = found?.id.replaceAll("\\", "/") ?? ""
    return entries.some((entry) => path.endsWith(`/${entry}`)) ? found : { id: source, external: true }
  },
})
