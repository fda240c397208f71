import { fileURLToPath } from "node:url"

const fromRoot = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** What is tested, as built. */
export const paths = {
  root: fromRoot(""),
  demo: fromRoot("apps/modal-web/dist/demo"),
  cdnManifest: fromRoot("apps/modal-web/dist/cdn/.vite/manifest.json"),
  gallery: fromRoot("apps/modal-web/dist/gallery"),
  terminal: fromRoot("apps/cli/dist/wmodal.js"),
  /** What one command has compiled, the next one need not: they are the same file, and there are hundreds. */
  compileCache: fromRoot("node_modules/.cache/wmodal-compiled"),
  extension: fromRoot("e2e/dist/extension"),
  reached: fromRoot("e2e/dist/reached"),
  screenshots: fromRoot("e2e/dist/screenshots"),
  picture: fromRoot("docs/modal.png"),
  chromium: process.env["WMODAL_CHROMIUM"] ?? "/usr/bin/chromium",
} as const
