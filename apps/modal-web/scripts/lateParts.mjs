/**
 * What Vite calls the function that it wraps around each `import()` of a host app. It adds that function and a list of
 * files to the importing file, 1 to 2 kB of the page's first script and of the engine. A parameter of that name keeps
 * an import as it is; every other bundler sees a parameter that is not used.
 */
const wrapper = "__vitePreload"

/** Picks an export, if one is named: a bundler then sees that no other is used. It would add an object of all. */
const useExport = (name) => (name === undefined ? "" : `.then(({ ${name} }) => ${name})`)

/** Returns an import that no host's bundler wraps. Its file has to need no file that is not loaded with it. */
const importPlainly = (path, name) =>
  `((${wrapper}) => import("${path}")${useExport(name)})((load) => load())`

/** An import of a chunk, which may use one export. */
const lateImport = /\bimport\("(\.\/(?:chunks\/)?([\w.-]+)\.js)"\)(?:\.then\(\((\w+)\) => \3\.(\w+)\))?/g

/** The chunks that have a table of their late parts, and are loaded before all who use it. */
const owners = {
  evm: "engine",
  solana: "standard",
  bitcoin: "standard",
  polkadot: "polkadot",
  engine: "engine",
}

/** Returns the table of a late part: that of its chain, or of the chain that needs it. */
const toOwner = (importer, imported) => {
  const of = (name) => /^(evm|solana|bitcoin|polkadot)(?=-|$)/.exec(name)?.[1]
  return of(importer) ?? (/^(standard|engine)$/.test(importer) ? (of(imported) ?? "engine") : "engine")
}

/** The bundler's helpers, which the published chunks do not need. */
const runtime = "chunks/rolldown-runtime.js"

const runtimeImport = /^import \{ \w+ as __exportAll \} from "\.\/rolldown-runtime\.js";\n/m

/**
 * Replaces the bundler's helper for the exports of a module by getters: a file of its own for it would load with the
 * engine.
 */
const inlineNamespaces = (code, parse) => {
  const of = ({ start, end }) => code.slice(start, end)
  const calls = parse(code)
    .body.flatMap(({ declarations = [] }) => declarations)
    .map(({ init }) => init)
    .filter((init) => init?.type === "CallExpression" && init.callee.name === "__exportAll")
  const toGetters = ({ properties }) =>
    properties.map(({ key, value }) => `get ${of(key)}() { return ${of(value.body)}; }`).join(", ")
  const inlined = calls
    .reduceRight(
      (rest, call) =>
        `${rest.slice(0, call.start)}{ ${toGetters(call.arguments[0])} }${rest.slice(call.end)}`,
      code,
    )
    .replace(runtimeImport, "")
  if (/rolldown-runtime|__exportAll/.test(inlined))
    throw new Error("The bundler's runtime is needed: correct lateParts.mjs.")
  return inlined
}

const loaderOf = (owner) => `__late_${owner}`

/** Returns the names of a chunk's file and of all that are loaded with it. */
const withImports = (bundle, fileName, seen = new Set([runtime])) => {
  if (seen.has(fileName)) return seen
  seen.add(fileName)
  for (const next of bundle[fileName]?.imports ?? []) withImports(bundle, next, seen)
  return seen
}

/**
 * Moves the late imports of the published chunks into tables, files that load with the first late part that needs a
 * further file: the engine's `import("./account.js")` becomes a look-up in `engine-parts.js`. A host's bundler lists the
 * files of every late part where it is imported, and these lists would load with the engine.
 */
export const lateParts = () => ({
  name: "late-parts",
  generateBundle: {
    order: "post",
    handler(_options, bundle) {
      const tables = new Map(Object.keys(owners).map((owner) => [owner, new Map()]))
      const chunks = Object.values(bundle).filter(({ type }) => type === "chunk")
      delete bundle[runtime]
      for (const chunk of chunks) {
        if (chunk.fileName === runtime) continue
        chunk.code = inlineNamespaces(chunk.code, (code) => this.parse(code))
        const name = /^chunks\/(.+)\.js$/.exec(chunk.fileName)?.[1]
        const loaded = withImports(bundle, chunk.fileName)
        /** A page's first files and the engine load what needs no further file without a table. */
        const isPlain = (imported) =>
          name === undefined ||
          (name === "engine" && bundle[`chunks/${imported}.js`].imports.every((file) => loaded.has(file)))
        const used = new Set()
        chunk.code = chunk.code.replaceAll(lateImport, (_code, path, imported, _all, key) => {
          if (isPlain(imported)) return importPlainly(path, key)
          const owner = toOwner(name, imported)
          const part = key === undefined ? imported : `${imported}.${key}`
          tables.get(owner).set(part, `import("./${imported}.js")${useExport(key)}`)
          used.add(owner)
          return `${loaderOf(owner)}("${part}")`
        })
        for (const owner of used)
          if (owners[owner] !== name)
            chunk.code = `import { ${loaderOf(owner)} } from "./${owners[owner]}.js";\n${chunk.code}`
      }
      for (const [owner, imports] of tables) {
        const parts = `${owner}-parts`
        const found = bundle[`chunks/${owners[owner]}.js`]
        found.code += `export const ${loaderOf(owner)} = async (name) => (await ${importPlainly(`./${parts}.js`)}).parts[name]();\n`
        const entries = [...imports].map(([part, code]) => `  "${part}": () => ${code},`)
        this.emitFile({
          type: "asset",
          fileName: `chunks/${parts}.js`,
          source: `export const parts = {\n${entries.join("\n")}\n};\n`,
        })
      }
    },
  },
})
