/**
 * What Vite calls the function that it wraps around each `import()` of a host app. It adds that function and a list of
 * files to the importing file, 1 to 2 kB of the page's first script and of the engine. A parameter of that name keeps
 * an import as it is; every other bundler sees a parameter that is not used.
 */
const wrapper = "__vitePreload"

/**
 * Returns an import that no host's bundler wraps. Its file has to need no file that is not loaded with it. With the name
 * of an export, a bundler sees that no other is used: it would add an object of all, 1 kB of the engine.
 */
const importPlainly = (path, name) => {
  const use = name === undefined ? "" : `.then(({ ${name} }) => ${name})`
  return `((${wrapper}) => import("${path}")${use})((load) => load())`
}

const lateImport = /\bimport\("\.\/(?:chunks\/)?([\w.-]+)\.js"\)/g

/** An import of a page's first files, which may use one export. */
const pageImport = /\bimport\("(\.\/chunks\/[\w.-]+\.js)"\)(?:\.then\(\((\w+)\) => \2\.(\w+)\))?/g

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

const namespace = /\/\* @__PURE__ \*\/ __exportAll\(\{([^}]*)\}\)/g
const runtimeImport = /^import \{ \w+ as __exportAll \} from "\.\/rolldown-runtime\.js";\n/m

/**
 * Replaces the bundler's helper for the exports of a module by getters: a file of its own for it would load with the
 * engine.
 */
const inlineNamespaces = (code) => {
  const inlined = code
    .replaceAll(
      namespace,
      (_code, names) => `{${names.replaceAll(/(\w+): \(\) => ([\w$]+)/g, "get $1() { return $2; }")}}`,
    )
    .replace(runtimeImport, "")
  if (inlined.includes("rolldown-runtime"))
    throw new Error("The bundler's runtime is needed: correct lateParts.mjs.")
  return inlined
}

const loaderOf = (owner) => `__late_${owner}`

/**
 * Moves the late imports of the published chunks into tables, files that load with the first late part: the engine's
 * `import("./account.js")` becomes a look-up in `engine-parts.js`. A host's bundler lists the files of every late part
 * where it is imported, and these lists would load with the engine.
 */
export const lateParts = () => ({
  name: "late-parts",
  generateBundle: {
    order: "post",
    handler(_options, bundle) {
      const tables = new Map(Object.keys(owners).map((owner) => [owner, new Set()]))
      const chunks = Object.values(bundle).filter(({ type }) => type === "chunk")
      delete bundle["chunks/rolldown-runtime.js"]
      for (const chunk of chunks) {
        if (chunk.name === "rolldown-runtime") continue
        chunk.code = inlineNamespaces(chunk.code)
        const name = /^chunks\/(.+)\.js$/.exec(chunk.fileName)?.[1]
        if (name === undefined) {
          chunk.code = chunk.code.replaceAll(pageImport, (_code, path, _all, name) =>
            importPlainly(path, name),
          )
          continue
        }
        const used = new Set()
        chunk.code = chunk.code.replaceAll(lateImport, (_code, imported) => {
          const owner = toOwner(name, imported)
          tables.get(owner).add(imported)
          used.add(owner)
          return `${loaderOf(owner)}("${imported}")`
        })
        for (const owner of used)
          if (owners[owner] !== name)
            chunk.code = `import { ${loaderOf(owner)} } from "./${owners[owner]}.js";\n${chunk.code}`
      }
      for (const [owner, names] of tables) {
        const parts = `${owner}-parts`
        const found = bundle[`chunks/${owners[owner]}.js`]
        found.code += `export const ${loaderOf(owner)} = async (name) => (await ${importPlainly(`./${parts}.js`)}).parts[name]();\n`
        const entries = [...names].map((name) => `  "${name}": () => import("./${name}.js"),`)
        this.emitFile({
          type: "asset",
          fileName: `chunks/${parts}.js`,
          source: `export const parts = {\n${entries.join("\n")}\n};\n`,
        })
      }
    },
  },
})
