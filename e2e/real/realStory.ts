import { build } from "vite"
import { launchBrowser } from "../src/harness/browser.ts"
import { installLocked } from "../src/harness/installLocked.ts"
import { servePublicHosts } from "../src/harness/publicHosts.ts"
import { story } from "../src/harness/story.ts"

/** A folder of its own: tests must not resolve their imports to its packages. */
export const walletsFolder = `${import.meta.dirname}/wallets`

/** Bundles a page script of `wallets` and the npm packages that it imports, as a classic script. */
export const bundleScript = async (name: string): Promise<string> => {
  await installLocked(walletsFolder)
  const built = await build({
    configFile: false,
    root: walletsFolder,
    logLevel: "error",
    define: {
      "process.env.NODE_ENV": '"production"',
      process: "globalThis.walletProcess",
      global: "globalThis",
    },
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: `${walletsFolder}/${name}.js`,
        output: { format: "iife", codeSplitting: false },
      },
    },
  })
  const [output] = [built].flat()
  if (output === undefined || !("output" in output)) throw new Error("The page has no code.")
  return output.output[0].code
}

/**
 * A test of the modal with wallets and dApps of others: the browser has no extension, they are scripts of pages. The
 * public hosts that they ask are the mock server.
 */
export const realStory = story
  .extend("publicHosts", { scope: "worker" }, async ({ outside }, { onCleanup }) => {
    const hosts = await servePublicHosts(outside)
    onCleanup(hosts.close)
    return hosts
  })
  .extend("browser", { scope: "worker" }, async ({ publicHosts }, { onCleanup }) => {
    const { browserArguments } = publicHosts
    const browser = await launchBrowser({ wallet: null, browserArguments })
    onCleanup(browser.close)
    return browser
  })
