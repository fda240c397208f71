import { join } from "node:path"
import { createContext, runInContext } from "node:vm"
import { build, type Rollup } from "vite"
import { expect, it } from "vitest"

it("runs in a worker: without Node's modules and globals, and without a DOM", {
  timeout: 60_000,
}, async () => {
  const entry = join(import.meta.dirname, "index.ts")
  const unresolved: string[] = []
  const [output] = (await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: "silent",
    resolve: { conditions: ["@wmodal/source", "workerd", "worker", "import", "module", "default"] },
    build: {
      write: false,
      minify: false,
      target: "es2022",
      lib: { entry, formats: ["iife"], name: "siwx" },
      rolldownOptions: {
        onwarn: (warning) => {
          unresolved.push(String(warning.message))
        },
      },
    },
  })) as Rollup.RollupOutput[]
  const code = output?.output[0]?.code ?? ""
  expect(unresolved).toEqual([])
  expect(code).not.toMatch(/(?:from|require\(|import\()\s*["'](?:node:|fs|crypto|buffer|stream)/)

  // A realm with the globals that all workers have, and nothing else.
  const realm = createContext(
    Object.assign(Object.create(null), {
      crypto,
      fetch,
      URL,
      TextEncoder,
      TextDecoder,
      AbortController,
      AbortSignal,
      setTimeout,
      clearTimeout,
      console,
    }),
  )
  const verdicts = await runInContext(
    `${code}
    const message = (account, address) => \`app.example wants you to sign in with your \${account} account:
\${address}


URI: https://app.example
Version: 1
Chain ID: 1
Nonce: abcdefgh
Issued At: 2026-01-15T12:00:00Z\`
    const expected = { domain: "app.example", nonce: "abcdefgh" }
    Promise.all([
      siwx.verifySiwx({ message: message("Ethereum", "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"), signature: "0x" + "11".repeat(65), expected }),
      siwx.verifySiwx({ message: message("Ethereum", "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"), signature: "0x" + "6492".repeat(16), expected, rpc: { "eip155:1": { request: async () => "0x00" } } }),
      siwx.verifySiwx({ message: message("Solana", "1".repeat(32)).replace("\\n\\n\\nURI", "\\n\\nURI"), signature: "1".repeat(64), expected }),
      siwx.verifySiwx({ message: message("Bitcoin", "bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l").replace("\\n\\n\\nURI", "\\n\\nURI"), signature: "AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=", expected }),
      siwx.verifyCacao({ cacao: {}, expected }),
    ])`,
    realm,
  )
  expect((verdicts as readonly { readonly reason?: string }[]).map(({ reason }) => reason)).toEqual([
    "NoNode",
    "Signature",
    "Signature",
    "Signature",
    "Cacao",
  ])
})
