import { defineConfig } from "vite"

const pages = ["index", "viem", "ethers", "solana-kit", "wallet-adapter", "sats-connect"]

export default defineConfig({
  build: { target: "es2022", rolldownOptions: { input: pages.map((name) => `${name}.html`) } },
})
