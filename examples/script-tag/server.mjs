import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import { extname, join, normalize } from "node:path"

const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" }
const policy = await readFile("dist/csp.txt", "utf8")
const port = process.argv.includes("--port") ? process.argv[process.argv.indexOf("--port") + 1] : "4175"

const server = createServer(async (request, response) => {
  const path = normalize(new URL(request.url, "http://localhost").pathname).replace(/\/$/, "/index.html")
  try {
    const body = await readFile(join("dist", path))
    const type = types[extname(path)] ?? "application/octet-stream"
    response
      .writeHead(200, { "content-type": `${type}; charset=utf-8`, "content-security-policy": policy })
      .end(body)
  } catch {
    response.writeHead(404).end("Not found")
  }
})
server.listen(Number(port), "localhost", () => console.log(`http://localhost:${server.address().port}`))
