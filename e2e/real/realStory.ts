import { build } from "vite"
import { launchBrowser } from "../src/harness/browser.ts"
import { installLocked } from "../src/harness/installLocked.ts"
import { story } from "../src/harness/story.ts"

/** A folder of its own: tests must not resolve their imports to its packages. */
const folder = `${import.meta.dirname}/wallets`

/** Bundles a page script of `wallets` and the npm packages that it imports, as a classic script. */
const bundleScript = async (name: string): Promise<string> => {
  await installLocked(folder)
  const built = await build({
    configFile: false,
    root: folder,
    logLevel: "error",
    define: {
      "process.env.NODE_ENV": '"production"',
      process: "globalThis.walletProcess",
      global: "globalThis",
    },
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: `${folder}/${name}.js`, output: { format: "iife" } },
    },
  })
  const [output] = [built].flat()
  if (output === undefined || !("output" in output)) throw new Error("The page has no code.")
  return output.output[0].code
}

/** A test of the modal with wallets of others: the browser has no extension, wallets are scripts of the page. */
export const realStory = story
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the pattern to know what a fixture needs
  .extend("browser", { scope: "worker" }, async ({}, { onCleanup }) => {
    const browser = await launchBrowser({ wallet: null })
    onCleanup(browser.close)
    return browser
  })
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the pattern to know what a fixture needs
  .extend("metaMaskScript", { scope: "worker" }, async ({}) => bundleScript("metaMask"))
