import { build } from "vite"

/** A page's own code: it passes these chains, and nothing else that it could do without. */
const pageWith = (chains) => `
  import { createWModal, mainnet, ${chains.join(", ")} } from "@wmodal/modal-web"
  createWModal({ projectId: "p", chains: [${chains.map((chain) => `${chain}()`)}], networks: [mainnet] })
`

/**
 * What a bundler makes of such a page, with the package as it is published: each chunk with the modules that are in
 * it. Nothing is written, and what `external` names is left out.
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

/** The code of these chains, but for what names them, and the packages that only they need. */
const foreign = {
  solana: /libs\/chains\/(dist|src)\/(solana|standard)\/(?!index\.)|node_modules\/@solana(-program)?\//,
  bitcoin:
    /libs\/chains\/(dist|src)\/(bitcoin|standard)\/(?!index\.)|node_modules\/(@scure\/btc-signer|bitcoinjs-lib|@bitcoinerlab)\//,
}

/** The modules of one chain that are anywhere in a page's bundle, in what comes late too. */
export const modulesOf = (chain, chunks) =>
  chunks.flatMap(({ moduleIds }) => moduleIds).filter((id) => foreign[chain].test(id))
