import { gzipSync } from "node:zlib"
import { build } from "vite"

/** Returns the name of one of our published chunks, such as `engine`; `null` for another module. */
export const toChunkName = (id) => /modal-web[\\/]dist[\\/]lib[\\/]chunks[\\/](.+)\.js$/.exec(id)?.[1] ?? null

/**
 * Bundles a page like a host app does: Vite's defaults and the published files of the packages. `exports` leads to the
 * files that `npm pack` takes, so nothing is packed.
 * @returns its chunks, and `infos`: what its modules import, and what imports them
 */
const bundle = async (code) => {
  const page = "\0page"
  const infos = new Map()
  const { output } = await build({
    configFile: false,
    logLevel: "error",
    build: { write: false, reportCompressedSize: false, rolldownOptions: { input: page } },
    plugins: [
      {
        name: "page",
        resolveId: (id) => (id === page ? id : undefined),
        load: (id) => (id === page ? code : undefined),
        generateBundle() {
          for (const id of this.getModuleIds()) infos.set(id, this.getModuleInfo(id))
        },
      },
    ],
  })
  return { chunks: output.filter(({ type }) => type === "chunk"), infos }
}

/** Returns a page's files, `find` for those with one of our chunks, and the names of all our chunks that it can load. */
export const openPage = async (code) => {
  const { chunks, infos } = await bundle(code)
  const files = new Map(
    chunks.map((chunk) => [
      chunk.fileName,
      { ...chunk, bytes: gzipSync(chunk.code, { level: 9 }).length, isReact: false },
    ]),
  )
  const page = chunks.find(({ isEntry }) => isEntry).fileName
  // The bundler also emits chunks whose only import it removed.
  const reached = new Set([page])
  for (const name of reached) {
    const { imports, dynamicImports } = files.get(name)
    for (const next of [...imports, ...dynamicImports]) if (files.has(next)) reached.add(next)
  }
  return {
    files,
    infos,
    chunkNames: new Set([...reached].flatMap((name) => files.get(name).moduleIds.map(toChunkName))),
    page,
    find: (name) =>
      chunks.filter(({ moduleIds }) =>
        moduleIds.some((id) => (name instanceof RegExp ? name.test(id) : toChunkName(id) === name)),
      ),
  }
}

/** Returns these files and all their static imports. */
export const withImports = (files, names) => {
  const seen = new Set()
  const add = (name) => {
    if (seen.has(name) || !files.has(name)) return
    seen.add(name)
    for (const next of files.get(name).imports) add(next)
  }
  for (const name of names) add(name)
  return seen
}
