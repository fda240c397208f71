import { startMockServer } from "../index.ts"

/** A process of its own that serves with the options in its second argument, says its URL, and ends with its input. */
const server = await startMockServer(JSON.parse(process.argv[2] ?? ""))
process.stdout.write(`${server.url}\n`)
process.stdin.once("end", () => server.close()).resume()
