import { build } from "vite"

/** Returns a host page that passes these chains and imports nothing optional. */
const pageWith = (chains) => `
  import { createWModal, mainnet, ${chains.join(", ")} } from "@wmodal/modal-web"
  createWModal({ projectId: "p", chains: [${chains.map((chain) => `${chain}()`)}], networks: [mainnet] })
`

/**
 * Bundles such a page with the published package and returns each chunk with its modules. Writes no files and leaves
 * out the packages in `external`.
 */
export const bundleHost = async (chains, { minify, external }) => {
  const page = "\0page"
  const { output } = await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      minify,
      modulePreload: false,
      target: "es2024",
      rolldownOptions: { input: page, external },
    },
    plugins: [
      {
        name: "page",
        resolveId: (id) => (id === page ? id : undefined),
        load: (id) => (id === page ? pageWith(chains) : undefined),
      },
    ],
  })
  return output.filter(({ type }) => type === "chunk")
}

/** Code of these chains, without their descriptors, and packages that only they need. */
const foreign = {
  solana: /libs\/chains\/(dist|src)\/(solana|standard)\/(?!index\.)|node_modules\/@solana(-program)?\//,
  bitcoin:
    /libs\/chains\/(dist|src)\/(bitcoin|standard)\/(?!index\.)|node_modules\/(@scure\/btc-signer|bitcoinjs-lib|@bitcoinerlab)\//,
}

/** Returns the modules of one chain in a page's bundle, including lazy chunks. */
export const modulesOf = (chain, chunks) =>
  chunks.flatMap(({ moduleIds }) => moduleIds).filter((id) => foreign[chain].test(id))
