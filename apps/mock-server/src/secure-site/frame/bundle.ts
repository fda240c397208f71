import { fileURLToPath } from "node:url"

/** A script of the site's pages. Those that several pages need are beside them. */
const pageScripts = ["sdk", "social", "verifyDevice", "farcaster", "dashboard", "inbox"] as const

/**
 * What the pages load, from their sources: file names and texts. It takes a second.
 * @param sources the folder of this file in `src`
 */
export const bundlePages = async (sources: URL): Promise<ReadonlyMap<string, string>> => {
  const here = (path: string) => fileURLToPath(new URL(path, sources))
  const { build } = await import("vite")
  const built = await build({
    configFile: false,
    root: here("."),
    logLevel: "warn",
    publicDir: false,
    resolve: { conditions: ["@wmodal/source", "module", "browser", "production"] },
    build: {
      write: false,
      target: "es2024",
      modulePreload: false,
      rolldownOptions: {
        input: Object.fromEntries(pageScripts.map((name) => [name, here(`page/${name}.ts`)])),
        output: { entryFileNames: "[name].js", chunkFileNames: "[name].js" },
      },
    },
  })
  const outputs = Array.isArray(built) ? built : [built]
  return new Map(
    outputs.flatMap((output) =>
      "output" in output
        ? output.output.flatMap((file) =>
            file.type === "chunk" ? [[file.fileName, file.code] as const] : [],
          )
        : [],
    ),
  )
}
