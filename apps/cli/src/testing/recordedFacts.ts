import { PassThrough, Readable } from "node:stream"
import type { ProcessFacts } from "../terminal/Terminal.ts"

/** The facts of a process and the output that it wrote. */
export interface RecordedProcess {
  readonly facts: ProcessFacts
  readonly stdout: () => string
  readonly stderr: () => string
}

const collectOutput = () => {
  const stream = new PassThrough()
  let text = ""
  stream.on("data", (chunk: Buffer) => {
    text += chunk.toString()
  })
  return { stream, text: () => text }
}

/** Returns the facts of a process. Its streams are pipes unless `tty` lists them as terminals. */
export const makeRecordedFacts = (
  options: {
    readonly tty?: readonly ("stdin" | "stdout" | "stderr")[]
    readonly env?: Readonly<Record<string, string>>
    readonly stdin?: string | Uint8Array
    readonly columns?: number
  } = {},
): RecordedProcess => {
  const [stdout, stderr] = [collectOutput(), collectOutput()]
  const isTTY = (name: "stdin" | "stdout" | "stderr") => options.tty?.includes(name) === true
  return {
    facts: {
      stdin: Object.assign(Readable.from([options.stdin ?? ""]), { isTTY: isTTY("stdin") }),
      stdout: Object.assign(stdout.stream, { isTTY: isTTY("stdout"), columns: options.columns ?? 80 }),
      stderr: Object.assign(stderr.stream, { isTTY: isTTY("stderr") }),
      env: options.env ?? {},
    },
    stdout: stdout.text,
    stderr: stderr.text,
  }
}
