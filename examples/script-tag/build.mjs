import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"

const mock = process.env.MOCK_URL ?? "http://127.0.0.1:4174"
const options = {
  projectId: "demo",
  chains: ["evm"],
  networks: ["eip155:1"],
  endpoints: { directory: mock, blockchain: mock },
}

const wmodal = "node_modules/@wmodal/modal-web/dist/cdn"
const { "auto.js": integrity } = JSON.parse(readFileSync(`${wmodal}/integrity.json`, "utf8"))

mkdirSync("dist", { recursive: true })
cpSync(wmodal, "dist/wmodal", { recursive: true })
cpSync("node_modules/@wmodal/dev-wallet/dist/script", "dist/wallet", { recursive: true })
cpSync("page.js", "dist/page.js")
writeFileSync(
  "dist/index.html",
  readFileSync("page.html", "utf8")
    .replace("{integrity}", integrity)
    .replace("{options}", JSON.stringify(options)),
)

writeFileSync("dist/endpoints.json", JSON.stringify(options.endpoints))
const csp = ["wmodal", "csp", ...options.networks, "--endpoints", "dist/endpoints.json"]
writeFileSync("dist/csp.txt", execFileSync("npx", ["--no-install", ...csp], { encoding: "utf8" }).trim())
