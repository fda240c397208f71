import { startMockServer } from "../index.ts"

/** Serves in a separate process with the options in its second argument, prints its URL, and exits with its input. */
const server = await startMockServer(JSON.parse(process.argv[2] ?? ""))
process.stdout.write(`${server.url}\n`)
process.stdin.once("end", () => server.close()).resume()
