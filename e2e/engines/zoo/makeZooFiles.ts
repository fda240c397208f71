import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { build } from "vite"
import { installLocked } from "../../src/harness/installLocked.ts"
import { header, text, type ZooPage } from "./ZooPage.ts"
import { announceZooWallet, makeZooProbe } from "./zooProbe.ts"

const folder = import.meta.dirname

/** Installs what the pages load, once. */
export const installZoo = (): Promise<void> => installLocked(folder)

const readPackaged = async (paths: readonly string[], kind: "css" | "js") =>
  Object.fromEntries(
    await Promise.all(
      paths.map(
        async (path, at) =>
          [`/zoo/${at}.${kind}`, await readFile(join(folder, "node_modules", path), "utf8")] as const,
      ),
    ),
  )

const bundled = new Map<string, Promise<string>>()

/** Bundles a module that imports npm packages of the zoo, once. */
const bundle = (source: string): Promise<string> => {
  const known = bundled.get(source) ?? bundleNew(source)
  bundled.set(source, known)
  return known
}

const bundleNew = async (source: string): Promise<string> => {
  const built = await build({
    configFile: false,
    root: folder,
    logLevel: "error",
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [
      {
        name: "page",
        resolveId: (id) => (id === "virtual:page" ? join(folder, "page.js") : undefined),
        load: (id) => (id === join(folder, "page.js") ? source : undefined),
      },
    ],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: "virtual:page", output: { codeSplitting: false } },
    },
  })
  const [output] = [built].flat()
  if (output === undefined || !("output" in output)) throw new Error("The page has no code.")
  return output.output[0].code
}

/** Returns the files of a page's origin, `/page.html` first of all. @param options of the modal */
export const makeZooFiles = async (
  page: ZooPage,
  options: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, string>>> => {
  const styles = await readPackaged(page.styles ?? [], "css")
  const scripts = await readPackaged(page.scripts ?? [], "js")
  const attribute = JSON.stringify(options).replaceAll("&", "&amp;").replaceAll("'", "&#39;")
  const lines = [
    `${page.doctype ?? "<!doctype html>"}`,
    `<html lang="en" ${page.html ?? ""}><head><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">`,
    page.head ?? `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<script src="/probe.js"></script>`,
    ...Object.keys(styles).map((path) => `<link rel="stylesheet" href="${path}">`),
    `<link rel="stylesheet" href="/page.css">`,
    ...Object.keys(scripts).map((path) => `<script src="${path}"></script>`),
    `<script type="module" crossorigin src="/cdn/auto.js" data-wmodal='${attribute}'></script>`,
    `</head><body ${page.body ?? ""}>${page.content ?? `${header}${text}`}`,
    page.script === undefined ? "" : `<script src="/page.js"></script>`,
    page.bundle === undefined ? "" : `<script type="module" crossorigin src="/bundle.js"></script>`,
    "</body></html>",
  ]
  return {
    "/page.html": lines.join("\n"),
    "/probe.js": `globalThis.zoo = (${makeZooProbe})();(${announceZooWallet})()`,
    "/page.css": page.css ?? "",
    ...(page.script !== undefined && { "/page.js": page.script }),
    ...(page.bundle !== undefined && { "/bundle.js": await bundle(page.bundle) }),
    ...styles,
    ...scripts,
  }
}
