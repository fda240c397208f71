import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

const wallet = /test test test test|announceDevWallet\s*\(\{|example\.wmodal\.dev/

/**
 * Checks a built site.
 * @returns its faults: a script that contains the test wallet, whose keys are public; a page without text
 */
export const checkSite = (folder) => {
  const read = (path) => readFileSync(join(folder, path), "utf8")
  const scripts = globSync("assets/**/*.js", { cwd: folder })
  const pages = globSync("**/*.html", { cwd: folder })
  return [
    // A page's own text may show the name of the function in an example.
    ...scripts
      .filter((path) => path.startsWith("assets/chunks/") && !path.includes("localSearchIndex"))
      .filter((path) => wallet.test(read(path)))
      .map((path) => `${path} contains the test wallet.`),
    ...pages
      .filter((path) => path !== "404.html" && !/<h[12]/.test(read(path)))
      .map((path) => `${path} has no heading.`),
    ...(pages.length < 30 ? [`Only ${pages.length} pages were built.`] : []),
  ]
}
