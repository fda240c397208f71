import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs"
import { createServer } from "node:http"
import { createServer as createSecureServer } from "node:https"
import { extname, join, relative } from "node:path"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import { WebSocketServer } from "ws"
import { root } from "./apps.mjs"

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
  ".json": "application/json",
}

/** Reads the files of a folder with their sizes, and a brotli copy of each to serve. */
export const readDist = (folder) =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => {
        const file = join(parentPath, name)
        const content = readFileSync(file)
        const compressed = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
        const sizes = {
          raw: content.length,
          gzip: gzipSync(content, { level: 9 }).length,
          brotli: compressed.length,
        }
        return [`/${relative(folder, file)}`, { content, compressed, type: extname(name), ...sizes }]
      }),
  )

/** Serves a built page. */
export async function serveDist(files) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname)
    const file = files.get(path === "/" ? "/index.html" : path)
    if (!file) return response.writeHead(404).end()
    const accepts = /\bbr\b/.test(request.headers["accept-encoding"] ?? "")
    const body = accepts ? file.compressed : file.content
    response
      .writeHead(200, {
        "content-type": types[file.type] ?? "application/octet-stream",
        "cache-control": "no-cache",
        ...(accepts ? { "content-encoding": "br" } : {}),
        "content-length": body.length,
      })
      .end(body)
  })
  server.keepAliveTimeout = 60_000
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { server, url: `http://localhost:${server.address().port}/` }
}

const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M/wHwAEBgIApD5fRAAAAABJRU5ErkJggg==",
  "base64",
)

const letters = ["Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta", "Eta", "Theta"]
const makeWallet = (i) => ({
  id: String(i).padStart(64, "0"),
  name: `${letters[i % 8]} Wallet${i < 8 ? "" : ` ${i}`}`,
  homepage: "https://example.com",
  image_id: `00000000-0000-0000-0000-${String(i).padStart(12, "0")}`,
  order: i,
  mobile_link: "example://",
  desktop_link: null,
  webapp_link: null,
  app_store: null,
  play_store: null,
  chrome_store: null,
  rdns: `com.example.w${i}`,
  injected: [],
  chains: [
    "eip155:1",
    "eip155:137",
    "eip155:42161",
    "eip155:8453",
    "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
    "bip122:000000000019d6689c085ae165831e93",
  ],
})

const features = [
  "social_login",
  "swap",
  "onramp",
  "activity",
  "reown_branding",
  "multi_wallet",
  "email_capture",
  "fund_from_exchange",
  "payments",
  "reown_authentication",
  "headless",
]

const toJson = (value, status = 200) => ({ status, type: "application/json", body: JSON.stringify(value) })

function answerDirectory({ pathname, searchParams }) {
  if (/^\/getWallets/i.test(pathname)) {
    const count = Math.min(Number(searchParams.get("entries") ?? 4), 40)
    const start = (Number(searchParams.get("page") ?? 1) - 1) * count
    return toJson({ count: 480, data: Array.from({ length: count }, (_, i) => makeWallet(start + i)) })
  }
  if (/Image\//.test(pathname)) return { status: 200, type: "image/png", body: pixel }
  if (/getAnalyticsConfig/.test(pathname))
    return toJson({ isAnalyticsEnabled: true, isAppKitAuthEnabled: true })
  if (/origins/.test(pathname)) return toJson({ allowedOrigins: [] })
  if (/project-limits/.test(pathname))
    return toJson({ planLimits: { tier: "enterprise", isAboveMauLimit: false, isAboveRpcLimit: false } })
  // Without a configuration of the project, a kit takes its own defaults.
  if (/\/appkit\/v1\/config/.test(pathname))
    return toJson({ features: features.map((id) => ({ id, isEnabled: true, config: null })) })
  return toJson({ data: [], count: 0 })
}

function answerRpc({ pathname }, method, body) {
  if (/supported-chains/.test(pathname))
    return toJson({ http: ["eip155:1", "eip155:137", "eip155:42161", "eip155:8453"], ws: [] })
  if (method !== "POST") return toJson({})
  try {
    const { id, jsonrpc } = JSON.parse(body)
    return toJson(jsonrpc ? { jsonrpc: "2.0", id, result: "0x1" } : {})
  } catch {
    return toJson({})
  }
}

/** What the services of the peers answer, as far as their modals need it to show a list; `null` for other hosts. */
function answer(url, method, body) {
  const { hostname } = url
  if (/^api\.web3modal\.(org|com)$/.test(hostname)) return answerDirectory(url)
  if (/^rpc\.walletconnect\.(org|com)$/.test(hostname)) return answerRpc(url, method, body)
  if (/^pulse\.walletconnect\.(org|com)$/.test(hostname)) return toJson({ status: "OK" }, 202)
  if (/^explorer-api\.walletconnect\.(org|com)$/.test(hostname))
    return toJson({ listings: {}, count: 0, total: 0 })
  if (hostname === "cca-lite.coinbase.com") return toJson({})
  return null
}

function answerRelay({ method, params }) {
  if (/batchSubscribe/i.test(method)) return (params?.topics ?? []).map(() => "a".repeat(64))
  return /subscribe/i.test(method) ? "a".repeat(64) : true
}

/** Makes a certificate once: Chromium is told to accept any. */
function getCertificate() {
  const folder = join(root, ".stub-cert")
  const key = join(folder, "key.pem")
  const cert = join(folder, "cert.pem")
  if (!existsSync(cert)) {
    mkdirSync(folder, { recursive: true })
    const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    const words = ["req", "-x509", ...curve, "-days", "3650", "-subj", "/CN=stub"]
    execFileSync("openssl", [...words, "-keyout", key, "-out", cert], { stdio: "ignore" })
  }
  return { key: readFileSync(key), cert: readFileSync(cert) }
}

/** Starts a server for all outside hosts. It closes the connection for those that it does not know. */
export async function serveOutside() {
  const server = createSecureServer(getCertificate(), async (request, response) => {
    const chunks = await Array.fromAsync(request)
    const url = new URL(request.url, `https://${request.headers.host}`)
    const result = answer(url, request.method, Buffer.concat(chunks).toString())
    if (!result) return request.socket.destroy()
    const cors = {
      "access-control-allow-origin": request.headers.origin ?? "*",
      "access-control-allow-headers": request.headers["access-control-request-headers"] ?? "*",
      "access-control-allow-methods": "GET,POST,PUT,DELETE,OPTIONS",
      "access-control-allow-credentials": "true",
      "access-control-allow-private-network": "true",
    }
    if (request.method === "OPTIONS") return response.writeHead(204, cors).end()
    response.writeHead(result.status, { "content-type": result.type, ...cors }).end(result.body)
  })
  const sockets = new WebSocketServer({ noServer: true })
  server.on("upgrade", (request, socket, head) => {
    const [host] = (request.headers.host ?? "").split(":")
    if (!/^relay\.walletconnect\.(org|com)$/.test(host)) return socket.destroy()
    sockets.handleUpgrade(request, socket, head, (relay) => {
      relay.on("message", (data) => {
        const message = JSON.parse(data.toString())
        if (message.method)
          relay.send(JSON.stringify({ jsonrpc: "2.0", id: message.id, result: answerRelay(message) }))
      })
      relay.on("error", () => {})
    })
  })
  server.on("tlsClientError", () => {})
  server.on("clientError", (_error, socket) => socket.destroy())
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve))
  const close = () => {
    sockets.close()
    server.closeAllConnections()
    server.close()
  }
  return { port: server.address().port, close }
}
