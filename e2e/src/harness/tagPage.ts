import { createHash } from "node:crypto"
import type { HostOptions } from "./site.ts"
import type { TestWorld } from "./testWorld.ts"

export const computeSha = (algorithm: "sha256" | "sha384", data: string | Buffer) =>
  `${algorithm}-${createHash(algorithm).update(data).digest("base64")}`

interface ScriptTagOptions {
  readonly cdn: string
  readonly integrity: string | undefined
  /** The text of the attribute. */
  readonly options: string
  /** The complete text of an import map. */
  readonly importMap?: string
  /** URL of a script that runs before, at the origin of `cdn`. */
  readonly before?: string
}

/** Returns the options of a page with Ethereum and Polygon, as the attribute has them. */
export const makeOptions = ({ projectId, directory, blockchain }: TestWorld) =>
  JSON.stringify({
    projectId,
    chains: ["evm"],
    networks: ["eip155:1", "eip155:137"],
    // Tests look inside.
    shadowRoot: "open",
    endpoints: { directory, blockchain },
  })

/**
 * Makes a page with one script tag and one button, under a policy that allows no inline script except the import map,
 * by its hash.
 */
export const makeTagPage = (
  world: TestWorld,
  { before, cdn, integrity, options, importMap }: ScriptTagOptions,
): HostOptions => ({
  headers: {
    "content-security-policy": [
      "default-src 'none'",
      `script-src ${new URL(cdn).origin}${importMap === undefined ? "" : ` '${computeSha("sha256", importMap)}'`}`,
      "style-src 'none'",
      `connect-src ${new URL(world.blockchain).origin} ${new URL(world.directory).origin}`,
      "img-src data:",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join("; "),
  },
  files: {
    "/index.html": `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>One script tag</title>
    <link rel="icon" href="data:,">
    ${before === undefined ? "" : `<script src="${before}"></script>`}${importMap === undefined ? "" : `<script type="importmap">${importMap}</script>`}
    <script type="module" src="${cdn}/auto.js" integrity="${integrity ?? ""}" crossorigin data-wmodal='${options}'></script>
  </head>
  <body><wmodal-button>Connect wallet</wmodal-button> <wmodal-network-button></wmodal-network-button></body>
</html>
`,
  },
})
