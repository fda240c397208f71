import { build } from "vite"

/**
 * What a bundler makes of a page that passes these chains, of the package as it is published: each chunk with the
 * modules that are in it. Nothing is written, and React is left to the page.
 */
export const bundleHost = async (chains, { minify = false } = {}) => {
  const entry = "\0host"
  const [{ output }] = [
    await build({
      configFile: false,
      logLevel: "error",
      build: {
        write: false,
        minify,
        modulePreload: false,
        target: "es2024",
        rolldownOptions: { input: entry, external: /^react(-dom)?(\/|$)/ },
      },
      plugins: [
        {
          name: "host",
          resolveId: (id) => (id === entry ? entry : undefined),
          load: (id) =>
            id === entry
              ? `import { createWModal, mainnet, ${chains.join(", ")} } from "@wmodal/modal-web"
                 createWModal({ projectId: "p", chains: [${chains.map((chain) => `${chain}()`)}], networks: [mainnet] })`
              : undefined,
        },
      ],
    }),
  ].flat()
  return output.filter(({ type }) => type === "chunk")
}

/** The code of these chains, and the packages that only they need. */
const foreign = {
  solana: /libs\/chains\/(dist|src)\/(solana|standard)\/(?!index\.)|node_modules\/@solana(-program)?\//,
  bitcoin:
    /libs\/chains\/(dist|src)\/(bitcoin|standard)\/(?!index\.)|node_modules\/(@scure\/btc-signer|bitcoinjs-lib|@bitcoinerlab)\//,
}

/** The modules of one chain that are anywhere in a page's bundle, in what comes late too. */
export const modulesOf = (chain, chunks) =>
  chunks.flatMap(({ moduleIds }) => moduleIds).filter((id) => foreign[chain].test(id))
