import { build, type Plugin } from "vite"
import { paths } from "./paths.ts"

const entry = "virtual:page"

/** Bundles the script of a host's page, with the published packages in it. */
export const bundlePage = async (source: string): Promise<string> => {
  const plugin: Plugin = {
    name: "page",
    resolveId: (id) => (id === entry ? `\0${entry}` : undefined),
    load: (id) => (id === `\0${entry}` ? source : undefined),
  }
  const built = await build({
    configFile: false,
    root: `${paths.root}/e2e`,
    logLevel: "error",
    plugins: [plugin],
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      write: false,
      minify: false,
      target: "es2024",
      rolldownOptions: { input: entry, output: { codeSplitting: false } },
    },
  })
  const [output] = [built].flat()
  const code = output !== undefined && "output" in output ? output.output[0].code : null
  if (code === null) throw new Error("The page has no code.")
  return code
}
