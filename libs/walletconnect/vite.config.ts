import { defineConfig, type Plugin } from "vite"

/**
 * Keeps each `import()` as it is in a host app that Vite builds: Vite wraps it in a function of this name, and adds that
 * function and a list of files to the page's first script. Other bundlers see a parameter that is not used.
 */
const plainImports: Plugin = {
  name: "plain-imports",
  renderChunk: (code) =>
    code.replaceAll(
      /\bimport\("\.\/[\w-]+\.js"\)/g,
      (load) => `((__vitePreload) => ${load})((run) => run())`,
    ),
}

/**
 * WalletConnect's client is in our files: npm would install about a hundred packages with it, in versions of its own,
 * and a host's bundler would add what their CommonJS needs to the page's first script.
 */
export default defineConfig({
  plugins: [plainImports],
  resolve: { conditions: ["@wmodal/source", "module", "browser", "production"] },
  define: { "process.env.NODE_ENV": '"production"' },
  build: {
    target: "es2022",
    outDir: "dist",
    // tsc writes its declarations here, too.
    emptyOutDir: false,
    minify: false,
    // The licences of the packages whose code is in the files: they require their text to go along.
    license: { fileName: "licenses.json" },
    lib: { entry: { index: "src/index.ts", client: "src/client.ts" }, formats: ["es"] },
    rolldownOptions: {
      // The client's own requests follow no redirect either.
      transform: { inject: { fetch: ["/src/clientFetch.ts", "fetch"] } },
      output: {
        chunkFileNames: "[name].js",
        codeSplitting: {
          groups: [
            { name: "shared", test: /src[\\/](disposeClient|patchClient)\.ts$/, priority: 1 },
            { name: "openRelayClient", test: /src[\\/]openRelayClient\.ts$/ },
          ],
        },
      },
    },
  },
})
